import type { Column, Table } from '@xenolith/core'

/** How a feature stands in a row; the same numbers as in assembly/resolve.ts. */
export const NUMBER = 0
const ONE_HOT = 1
const CODE = 2
/** Categories that fit into a mask, next to the bit of the unseen. */
const MOST_ONE_HOT = 63

const MISSING = -1

export interface FeatureKind {
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
  return table.columns.some((column) => column.kind === 'categorical' || column.values.some(Number.isNaN))
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
