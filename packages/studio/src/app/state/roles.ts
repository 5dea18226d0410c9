import type { ColumnFacts } from '../worker/describe.ts'
import { looksLikeLabel } from '../worker/naming.ts'
import type { Roles } from '../worker/score.ts'

/** What a column is used as. */
export type Use = 'feature' | 'left out' | 'row name' | 'label'

/** Whether both files have the column. */
export function inBoth({ missing }: ColumnFacts): boolean {
  return missing.nominal !== null && missing.mixture !== null
}

/** What a column is used as until the user says otherwise: a label never, nor what only one file has, nor what names the rows. */
export function firstUse(column: ColumnFacts, naming: readonly string[] = []): Use {
  if (looksLikeLabel(column.name)) return 'label'
  const place = naming.indexOf(column.name)
  if (place >= 0) return place === 0 ? 'row name' : 'left out'
  return inBoth(column) ? 'feature' : 'left out'
}

/** The uses as the command would be told them: features are listed only where a column is left out by hand. */
export function rolesOf(columns: readonly ColumnFacts[], useOf: (name: string) => Use): Roles {
  const named = (use: Use): string[] => columns.filter(({ name }) => useOf(name) === use).map(({ name }) => name)
  const features = named('feature')
  const [id] = named('row name')
  const labels = named('label')
  // The command leaves one label out by itself; of several, the features are listed.
  const label = labels.length === 1 ? labels[0] : undefined
  const apart = new Set([id, label])
  const rest = columns.filter(({ name, missing }) => missing.nominal !== null && !apart.has(name))
  const all = rest.length === features.length
  return { features, all, ...(id === undefined ? {} : { id }), ...(all && label !== undefined ? { label } : {}) }
}
