import type { Column, Table } from '@xenolith/core'
import { LARGEST } from '@xenolith/core/internals'

/** How a feature stands in a row; the same numbers as in assembly/forest/resolve.ts. */
export const NUMBER = 0
const ONE_HOT = 1
const CODE = 2
/** Categories that fit into a mask, next to the bit of the unseen. */
const MOST_ONE_HOT = 63

const MISSING = -1

export interface FeatureKind {
  readonly name: string
  readonly kind: 'numeric' | 'categorical'
  readonly categories?: readonly string[]
}

export function featureKinds(features: readonly FeatureKind[]): Uint8Array {
  return Uint8Array.from(features, ({ categories }) => {
    if (categories === undefined) return NUMBER
    return categories.length <= MOST_ONE_HOT ? ONE_HOT : CODE
  })
}

/** Whether a table needs the kernels for missing values and categories. */
export function isMixed(table: Table): boolean {
  return table.columns.some((column) => column.kind === 'categorical' || hasGap(column.values))
}

/** A loop: `some` takes six times as long. */
function hasGap(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return true
  return false
}

/**
 * Whether a table can be read as it is: the model's features and no others, numeric, in order, complete and finite. Then
 * there is nothing to align or to check, which for a single row would take longer than most else.
 */
export function isPlain(table: Table, features: readonly FeatureKind[]): boolean {
  const { columns, rows } = table
  if (columns.length !== features.length) return false
  for (let j = 0; j < columns.length; j++) {
    const column = columns[j]
    const feature = features[j]
    if (column.kind !== 'numeric' || feature.kind !== 'numeric' || column.name !== feature.name) return false
    const { values } = column
    if (values.length !== rows) return false
    for (let i = 0; i < rows; i++) if (!(Math.abs(values[i]) <= LARGEST)) return false
  }
  return true
}

/** Rows `from` .. `to - 1`, one after another, as the walk reads them: 8 bytes for each value. */
export function encodeRows(
  columns: readonly Column[],
  kinds: Uint8Array,
  from: number,
  to: number,
): Float64Array<ArrayBuffer> {
  const width = columns.length
  const values = new Float64Array((to - from) * width)
  const words = new Int32Array(values.buffer)
  columns.forEach((column, j) => {
    if (column.kind === 'numeric') {
      const source = column.values
      for (let i = from, at = j; i < to; i++, at += width) values[at] = source[i]
    } else if (kinds[j] === CODE) {
      for (let i = from, at = j; i < to; i++, at += width) values[at] = column.codes[i]
    } else {
      for (let i = from, at = j; i < to; i++, at += width) setBit(words, 2 * at, column.codes[i])
    }
  })
  return values
}

/** One bit for a category, the last for an unseen one, none for a missing one; the halves of a number stand low first. */
function setBit(words: Int32Array, at: number, code: number): void {
  if (code === MISSING) return
  const bit = code < 0 ? MOST_ONE_HOT : code
  words[at + (bit >> 5)] = 1 << (bit & 31)
}
