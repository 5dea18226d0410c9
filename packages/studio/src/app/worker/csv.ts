import type { Table } from '@xenolith/core'

/** A table of numbers as a CSV file, to the byte as the command writes it. */
export function csvOf({ rows, columns }: Table): string {
  const lines = [columns.map(({ name }) => name).join(',')]
  for (let row = 0; row < rows; row++) {
    lines.push(columns.map((column) => (column.kind === 'numeric' ? column.values[row] : '')).join(','))
  }
  return `${lines.join('\n')}\n`
}
