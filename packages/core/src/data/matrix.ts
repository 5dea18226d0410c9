import type { Table } from './table.js'

/** Rows one after another: numbers as they are (NaN missing), categories as their codes. */
export interface Matrix {
  readonly rows: number
  readonly width: number
  readonly values: Float64Array
}

/** Rows `from` .. `to - 1` of an aligned table, row by row, as detectors walk them. */
export function rowMajor(table: Table, from = 0, to: number = table.rows): Matrix {
  const width = table.columns.length
  const values = new Float64Array((to - from) * width)
  table.columns.forEach((column, j) => {
    const source = column.kind === 'numeric' ? column.values : column.codes
    for (let i = from, at = j; i < to; i++, at += width) values[at] = source[i]
  })
  return { rows: to - from, width, values }
}
