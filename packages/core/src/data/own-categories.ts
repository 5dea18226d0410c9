import { type Column, type Table, UNSEEN } from './table.js'

/** A category that only one row has is to that row what one never seen is to new rows, and all of these are alike. */
export function withoutOwnCategories(table: Table): Table {
  const columns = table.columns.map((column): Column => {
    if (column.kind === 'numeric') return column
    const counts = new Uint32Array(column.categories.length)
    for (const code of column.codes) if (code >= 0) counts[code]++
    return counts.includes(1)
      ? { ...column, codes: column.codes.map((code) => (counts[code] === 1 ? UNSEEN : code)) }
      : column
  })
  return { rows: table.rows, columns }
}
