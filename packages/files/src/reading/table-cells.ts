import type { Column } from '@xenolith/core'

/**
 * A column's cells as a person would read them: numbers, text, null for a missing value.
 *
 * @example
 * ```ts
 * columnCells({ name: 'x', kind: 'numeric', values: Float64Array.of(1.5, Number.NaN) }) // => [ 1.5, null ]
 * columnCells({ name: 'color', kind: 'categorical', codes: Int32Array.of(1, -1), categories: ['blue', 'red'] }) // => [ 'red', null ]
 * ```
 */
export function columnCells(column: Column): (string | number | null)[] {
  return column.kind === 'numeric'
    ? Array.from(column.values, (x) => (Number.isNaN(x) ? null : x))
    : Array.from(column.codes, (code) => (code < 0 ? null : column.categories[code]))
}
