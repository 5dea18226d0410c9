import { MISSING, type Table } from '../../data/table.js'
import { log } from '../../numeric/elementary.js'
import { kthSmallest } from '../../numeric/sort.js'

/** How a feature becomes one number for a projection. */
export interface Encoding {
  /** Categorical features: minus the log share of each category in the training data, unseen categories last. */
  readonly surprise: readonly number[]
  /** The training median of the encoded feature; stands in for missing values. */
  readonly median: number
}

/** Reads the encodings off the training table. */
function learnEncodings(table: Table): Encoding[] {
  return table.columns.map((column) => {
    const surprise = column.kind === 'categorical' ? surprises(column.codes, column.categories.length) : []
    const encoded = encode(column.kind === 'numeric' ? column.values : column.codes, surprise)
    return { surprise, median: median(encoded) }
  })
}

/** What turns a row into numbers. */
export interface Encodings {
  readonly encodings: readonly Encoding[]
  /** Medians stand in for missing values; otherwise those are NaN. */
  readonly filled?: true
}

/**
 * The encodings of a training table, and its columns as numbers. Where training rows have gaps, medians fill them: were the projections that need a missing value skipped, a row with many gaps would be judged by
 * few, a training row by a third of those few, and its score would scatter far beyond that of a new row.
 */
export function encodeTraining(table: Table): Encodings & { readonly columns: Float64Array[] } {
  const encodings = learnEncodings(table)
  const columns = encodeTable(table, { encodings })
  if (!columns.some(hasGap)) return { encodings, columns }
  return { encodings, filled: true, columns: columns.map((column, j) => fill(column, encodings[j])) }
}

/** Every column as numbers. */
export function encodeTable(table: Table, { encodings, filled }: Encodings): Float64Array[] {
  return table.columns.map((column, j) => {
    const encoded = encode(column.kind === 'numeric' ? column.values : column.codes, encodings[j].surprise)
    return filled === undefined ? encoded : fill(encoded, encodings[j])
  })
}

/** The column, its median in place of missing values. */
function fill(column: Float64Array, { median }: Encoding): Float64Array {
  return hasGap(column) ? column.map((x) => (Number.isNaN(x) ? median : x)) : column
}

/** The given rows, with training medians in place of missing values. */
export function completeRows(
  columns: readonly Float64Array[],
  rows: ArrayLike<number>,
  encodings: readonly Encoding[],
): Float64Array[] {
  return columns.map((column, j) =>
    fill(
      Float64Array.from(rows, (i) => column[i]),
      encodings[j],
    ),
  )
}

/**
 * Categories of so few rows lie where unseen ones do: a training row counts itself and a new row does not, so that each category a place further out would be a place
 * where training rows lie and new rows of the same law do not.
 */
const RARE = 5

/** -ln((count + 1) / (rows + categories + 1)): a rare category lies far out, an unseen one as far as the rarest. */
function surprises(codes: Int32Array, categories: number): number[] {
  const counts = new Array<number>(categories + 1).fill(0)
  let rows = 0
  for (const code of codes) {
    if (code < 0) continue
    counts[code]++
    rows++
  }
  return counts.map((count) => log((rows + categories + 1) / (Math.max(count, RARE) + 1)))
}

function encode(values: Float64Array | Int32Array, surprise: readonly number[]): Float64Array {
  if (values instanceof Float64Array) return values
  const unseen = surprise[surprise.length - 1]
  return Float64Array.from(values, (code) => (code === MISSING ? Number.NaN : code < 0 ? unseen : surprise[code]))
}

/** A loop: `some` takes six times as long, and `filter` thirty times. */
function hasGap(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return true
  return false
}

function median(values: Float64Array): number {
  const present = hasGap(values) ? values.filter((x) => !Number.isNaN(x)) : values
  return present.length === 0 ? 0 : kthSmallest(present, present.length >>> 1)
}
