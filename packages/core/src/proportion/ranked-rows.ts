import { sortedCopy } from '../numeric/sort.js'
import type { PooledColumn, PooledRows } from './pooled-rows.js'
import type { RankedRows } from './voting-forest.js'

export function rankRows({ n0, nm, columns }: PooledRows): RankedRows {
  const rows = n0 + nm
  const width = columns.length
  const ranks = new Int32Array(width * rows)
  const values = columns.map((column, f) => {
    const numbers = asNumbers(column)
    const distinct = sortedCopy(numbers).filter((x, i, all) => i === 0 || x !== all[i - 1])
    for (let i = 0; i < rows; i++) ranks[f * rows + i] = position(distinct, numbers[i])
    return distinct
  })
  return { rows, width, ranks, values }
}

/** The last rank of the feature whose value is at most x. */
export function position(distinct: Float64Array, x: number): number {
  let low = 0
  let high = distinct.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (distinct[middle] <= x) low = middle + 1
    else high = middle
  }
  return low - 1
}

function asNumbers(column: PooledColumn): Float64Array {
  if (column.kind === 'numeric')
    return column.values.map((x) => (Number.isNaN(x) ? Number.NEGATIVE_INFINITY : x === 0 ? 0 : x))
  const counts = new Int32Array(column.categories)
  for (const code of column.codes) if (code >= 0) counts[code]++
  const byFrequency = Array.from(counts, (_, code) => code).sort((a, b) => counts[a] - counts[b] || a - b)
  const rankOf = new Float64Array(column.categories)
  byFrequency.forEach((code, rank) => {
    rankOf[code] = rank
  })
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NEGATIVE_INFINITY : rankOf[code]))
}
