import type { ColumnFacts } from '../worker/describe.ts'
import type { Roles } from '../worker/score.ts'

/** What a column is used as. */
export type Use = 'feature' | 'left out' | 'row name' | 'label'

const LABEL_NAMES = /^(labels?|class(es)?|targets?|categor(y|ies)|y)$/i

/** Whether the name says that the column holds the answer. */
export function looksLikeLabel(name: string): boolean {
  return LABEL_NAMES.test(name)
}

/** Whether both files have the column. */
export function inBoth({ missing }: ColumnFacts): boolean {
  return missing.nominal !== null && missing.mixture !== null
}

/** What a column is used as until the user says otherwise: a label never, nor what only one file has. */
export function firstUse(column: ColumnFacts): Use {
  if (looksLikeLabel(column.name)) return 'label'
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
