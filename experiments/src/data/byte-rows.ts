import type { NumericColumn, Table } from '@xenolith/core'

/** Rows of bytes, row by row, given as tables of the rows and columns asked for: an eighth of the room of numbers. */
export function takeByteRows(
  data: Uint8Array,
  width: number,
  rows: ArrayLike<number>,
  columns: readonly number[],
  numberOf: (byte: number) => number = (byte) => byte,
): Table {
  const value = Float64Array.from({ length: 256 }, (_, byte) => numberOf(byte))
  return {
    rows: rows.length,
    columns: columns.map((column): NumericColumn => {
      const values = new Float64Array(rows.length)
      for (let i = 0; i < rows.length; i++) values[i] = value[data[rows[i] * width + column]]
      return { name: `f${column}`, kind: 'numeric', values }
    }),
  }
}
