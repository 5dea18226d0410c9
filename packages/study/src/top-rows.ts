import type { Table, TopRows } from '@xenolith/core'

const MOST = 20

/** The highest-scoring rows of a table, ties in row order, with their cells as a person would read them. */
export function topRows(
  table: Table,
  scores: Float64Array,
  ids?: readonly (string | null)[],
  idName?: string,
): TopRows {
  const order = highest(scores)
  const hasIds = ids !== undefined && idName !== undefined
  const cellsOf = (row: number): (string | number | null)[] =>
    table.columns.map((column) => {
      if (column.kind === 'categorical') return column.codes[row] < 0 ? null : column.categories[column.codes[row]]
      return Number.isNaN(column.values[row]) ? null : column.values[row]
    })
  return {
    columns: [...(hasIds ? [idName] : []), ...table.columns.map(({ name }) => name)],
    row: order.map((row) => row + 1),
    score: order.map((row) => scores[row]),
    cells: order.map((row) => [...(hasIds ? [ids[row]] : []), ...cellsOf(row)]),
  }
}

/** Row numbers of the highest scores, descending, ties in row order: one pass that keeps the best so far in order. */
function highest(scores: Float64Array): number[] {
  const best: number[] = []
  for (let row = 0; row < scores.length; row++) {
    if (best.length === MOST && !(scores[row] > scores[best[MOST - 1]])) continue
    let at = Math.min(best.length, MOST - 1)
    for (; at > 0 && scores[row] > scores[best[at - 1]]; at--) best[at] = best[at - 1]
    best[at] = row
  }
  return best
}
