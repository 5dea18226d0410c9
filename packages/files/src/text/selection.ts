export type Kind = 'numeric' | 'categorical'

/** Which columns become features, and which are read as text beside them. */
export interface Selection {
  /** All but `except` by default. */
  readonly features?: readonly string[]
  readonly except?: readonly string[]
  /** Kinds that are known beforehand; those of the others are found. */
  readonly types?: ReadonlyMap<string, Kind>
  /** `types` may name columns that the file does not have. */
  readonly spareTypes?: boolean
  /** Columns read as text: labels, ids. */
  readonly strings?: readonly string[]
  /** Only these rows, ascending from 0 over all files; all by default. Kinds are found from them alone. */
  readonly rows?: ArrayLike<number>
}

/** The columns that a file must have. */
export function columnsNamed({ types, spareTypes, features = [], strings = [] }: Selection): string[] {
  return [...(spareTypes ? [] : (types?.keys() ?? [])), ...features, ...strings]
}
