/** How a column of a typed format is stored, by the type that the file declares. */
export type Storage = 'word' | 'boolean' | 'integer' | 'float' | 'exact' | 'temporal' | 'nested'

/** The kind of the feature that a column becomes. */
export function kindOf(storage: Storage): 'numeric' | 'categorical' {
  return storage === 'word' || storage === 'boolean' || storage === 'nested' ? 'categorical' : 'numeric'
}
