import type { Table, TopRows } from '@xenolith/core'

const MOST = 20

/** The highest-scoring rows of a table, ties in row order, with their cells as a person would read them. */
export function topRows(
  table: Table,
  scores: Float64Array,
  ids?: readonly (string | null)[],
  idName?: string,
): TopRows {
  const order = Array.from(scores.keys())
    .sort((a, b) => scores[b] - scores[a] || a - b)
    .slice(0, MOST)
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
