/** What a file is, by its name. */
export function kindOf(name: string): 'table' | 'model' | 'bundle' {
  if (/\.xeno$/i.test(name)) return 'model'
  return /\.html?$/i.test(name) ? 'bundle' : 'table'
}
