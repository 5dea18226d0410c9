import { type Column, type Table, type TopRows, UNSEEN } from '@xenolith/core'

const MOST_TOP = 20
const MOST_NEAR = 10
/** So many candidates for each row shown: copies of one row must not crowd out the others. */
const SPARE = 50

/** What rows are called. */
export interface Names {
  readonly ids?: readonly (string | null)[]
  readonly column?: string
}

/** The highest-scoring distinct rows of a table, ties in row order, with their cells as a person would read them. Equal rows have equal `keys`. */
export function topRows(table: Table, scores: Float64Array, names: Names, keys: Float64Array): TopRows {
  return describeRows(
    table,
    scores,
    distinct(
      keys,
      first(scores, (row) => -scores[row], MOST_TOP),
      MOST_TOP,
    ),
    names,
  )
}

/** The distinct rows whose scores are nearest to the threshold, by descending score; none where everything alarms. */
export function nearRows(
  table: Table,
  scores: Float64Array,
  tau: number,
  names: Names,
  keys: Float64Array,
): TopRows | undefined {
  if (!Number.isFinite(tau)) return undefined
  const near = distinct(
    keys,
    first(scores, (row) => Math.abs(scores[row] - tau), MOST_NEAR),
    MOST_NEAR,
  )
  near.sort((a, b) => scores[b.row] - scores[a.row] || a.row - b.row)
  return describeRows(table, scores, near, names)
}

interface Distinct {
  readonly row: number
  readonly copies: number
}

/** The first of each set of equal rows, with how many rows of the whole table equal it. */
function distinct(keys: Float64Array, order: readonly number[], most: number): Distinct[] {
  const chosen = new Map<number, number>()
  for (const row of order) {
    if (chosen.size === most) break
    if (!chosen.has(keys[row])) chosen.set(keys[row], row)
  }
  const copies = new Map([...chosen.keys()].map((key) => [key, 0]))
  for (const key of keys) {
    const count = copies.get(key)
    if (count !== undefined) copies.set(key, count + 1)
  }
  return [...chosen].map(([key, row]) => ({ row, copies: copies.get(key)! }))
}

function describeRows(table: Table, scores: Float64Array, rows: readonly Distinct[], { ids, column }: Names): TopRows {
  const hasIds = ids !== undefined && column !== undefined
  return {
    columns: [...(hasIds ? [column] : []), ...table.columns.map(({ name }) => name)],
    row: rows.map(({ row }) => row + 1),
    score: rows.map(({ row }) => scores[row]),
    cells: rows.map(({ row }) => [...(hasIds ? [ids[row]] : []), ...cellsOf(table, row)].map(shortened)),
    copies: rows.map(({ copies }) => copies),
  }
}

/** The cells of a row: text, numbers, or null where a value is missing. */
export function cellsOf(table: Table, row: number): (string | number | null)[] {
  return table.columns.map((column) => cellOf(column, row))
}

export function cellOf(column: Column, row: number): string | number | null {
  if (column.kind === 'numeric') return Number.isNaN(column.values[row]) ? null : column.values[row]
  const code = column.codes[row]
  if (code === UNSEEN) return '(a new category)'
  return code < 0 ? null : column.categories[code]
}

/** Texts are kept up to here: a report shows fewer characters, and a model file must not carry megabytes of one cell. */
const LONGEST_CELL = 200

export function shortened<T extends string | number | null>(cell: T): T | string {
  if (typeof cell !== 'string' || cell.length <= LONGEST_CELL) return cell
  return `${cell.slice(0, LONGEST_CELL - 1)}…`
}

/** Rows by ascending `rank`, ties in row order: one pass that keeps the best so far in order. */
function first(scores: Float64Array, rank: (row: number) => number, shown: number): number[] {
  const most = shown * SPARE
  const kept: number[] = []
  const ranks: number[] = []
  for (let row = 0; row < scores.length; row++) {
    const value = rank(row)
    if (kept.length === most && !(value < ranks[most - 1])) continue
    let [low, high] = [0, kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ranks[middle] <= value) low = middle + 1
      else high = middle
    }
    kept.splice(low, 0, row)
    ranks.splice(low, 0, value)
    if (kept.length > most) {
      kept.pop()
      ranks.pop()
    }
  }
  return kept
}
