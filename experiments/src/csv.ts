import type { Row } from './element.js'

/** Lines of plain cells; a cell of ours never holds a comma, a quote or a line break. */
export function writeCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','))
  return `${[columns.join(','), ...lines].join('\n')}\n`
}

function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  return Number.isFinite(value) ? `${value}` : ''
}

/** Six decimals are far below what 100 runs can tell. */
export function round6(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : value
}
