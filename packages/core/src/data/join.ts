import type { Column, Table } from './table.js'

/** The rows of two tables with the same columns, one behind the other. */
export function joinTables(first: Table, second: Table): Table {
  const columns = first.columns.map((column, j): Column => {
    const other = second.columns[j]
    if (column.kind === 'numeric') {
      const values = new Float64Array(first.rows + second.rows)
      values.set(column.values)
      if (other.kind === 'numeric') values.set(other.values, first.rows)
      return { ...column, values }
    }
    const codes = new Int32Array(first.rows + second.rows)
    codes.set(column.codes)
    if (other.kind === 'categorical') codes.set(other.codes, first.rows)
    return { ...column, codes }
  })
  return { rows: first.rows + second.rows, columns }
}
