import type { Table } from '@xenolith/core'

/*
 * Rows that are alike to the last value are an atom: every new row of the kind has one score, that of the whole model.
 * Scored out of the bag, or by folds, the training rows among them have different scores around that one, because
 * different parts of the model judge them. So just below the atom some of its training rows are counted where no new row
 * would be: F0 comes out too high there, by up to half of the atom, and whoever looks for the highest threshold that can be
 * proved finds just that place. On two rounded features an alpha that was right was refuted, and bt-patrasen said .45 to .78 for .1.
 *
 * Rows of which there are at least MANY take the score of the whole model instead, which a new row of the kind gets. That each of
 * them was trained on hardly matters to it: the others are there all the same. Of rarer kinds too few meet at a threshold to matter.
 */
export const MANY = 10

/** The training rows of which there are at least `many` alike, kind by kind. */
export function rowsAlike({ rows, columns }: Table, many: number = MANY): number[][] {
  // Rows are told apart column by column: `group` numbers those that are alike so far.
  let group = new Int32Array(rows)
  let groups = 1
  for (const column of columns) {
    const values = column.kind === 'numeric' ? column.values : column.codes
    const known = new Map<number, number>()
    const codes = new Int32Array(rows)
    for (let i = 0; i < rows; i++) {
      const code = known.get(values[i]) ?? known.size
      if (code === known.size) known.set(values[i], code)
      codes[i] = code
    }
    if (known.size === 1) continue
    const next = new Map<number, number>()
    const refined = new Int32Array(rows)
    for (let i = 0; i < rows; i++) {
      const pair = group[i] * known.size + codes[i]
      const number = next.get(pair) ?? next.size
      if (number === next.size) next.set(pair, number)
      refined[i] = number
    }
    group = refined
    groups = next.size
    if (groups > rows - many + 1) return []
  }
  const members: number[][] = Array.from({ length: groups }, () => [])
  group.forEach((number, row) => {
    members[number].push(row)
  })
  return members.filter((kind) => kind.length >= many)
}
