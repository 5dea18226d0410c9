import { sortedCopy } from '../numeric/sort.js'
import type { PooledColumn, PooledRows } from './pooled-rows.js'
import type { RankedRows } from './voting-forest.js'

export function rankRows({ n0, nm, columns }: PooledRows): RankedRows {
  return rankColumns(n0 + nm, columns.map(asNumbers))
}

/** Numbers, feature by feature, by their ranks; none of them is NaN or minus zero. */
export function rankColumns(rows: number, columns: readonly Float64Array[]): RankedRows {
  const width = columns.length
  const ranks = new Int32Array(width * rows)
  const values = columns.map((numbers, f) => {
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
  if (column.kind === 'numeric') return missingLowest(column.values)
  const rankOf = frequencyRanks(column.codes, column.categories)
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NEGATIVE_INFINITY : rankOf[code]))
}

/** Missing numbers below all others, and one zero instead of two. */
export function missingLowest(values: Float64Array): Float64Array {
  return values.map((x) => (Number.isNaN(x) ? Number.NEGATIVE_INFINITY : x === 0 ? 0 : x))
}

/** The rank of every category, the rarest first; codes below zero do not count. */
export function frequencyRanks(codes: Int32Array, categories: number): Int32Array {
  const counts = new Int32Array(categories)
  for (const code of codes) if (code >= 0) counts[code]++
  const byFrequency = Array.from(counts, (_, code) => code).sort((a, b) => counts[a] - counts[b] || a - b)
  const rankOf = new Int32Array(categories)
  byFrequency.forEach((code, rank) => {
    rankOf[code] = rank
  })
  return rankOf
}
