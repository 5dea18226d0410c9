import type { Verdict } from '@xenolith/core'

export interface AuditRows {
  /** Rows of the mixture, from 0: those of random draws, and no others. */
  readonly rows: readonly number[]
  readonly names: readonly string[]
  /** The cell as it is written in the file. */
  readonly cell: (row: number, column: number) => string | null
  readonly verdict: (row: number) => Verdict | null
}

/**
 * The file that `fit --audit` takes: the drawn rows of the mixture with their numbers, their cells and a column `verdict`. A row
 * without a verdict is left empty; the command counts it as unsure.
 */
export function auditCsv({ rows, names, cell, verdict }: AuditRows): string {
  const columns = names.map((name, j) => ({ name, j })).filter(({ name }) => name !== 'row' && name !== 'verdict')
  const lines = [['row', ...columns.map(({ name }) => name), 'verdict']]
  for (const row of [...rows].sort((a, b) => a - b)) {
    lines.push([String(row + 1), ...columns.map(({ j }) => cell(row, j) ?? ''), verdict(row) ?? ''])
  }
  return `${lines.map((line) => line.map(quoted).join(',')).join('\n')}\n`
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
