import type { Column } from '@xenolith/core'

/** A column's cells as a person would read them: numbers, text, null for a missing value. */
export function columnCells(column: Column): (string | number | null)[] {
  return column.kind === 'numeric'
    ? Array.from(column.values, (x) => (Number.isNaN(x) ? null : x))
    : Array.from(column.codes, (code) => (code < 0 ? null : column.categories[code]))
}
