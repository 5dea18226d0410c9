import { expect } from '../errors.js'
import type { Column, Table } from './table.js'

/** Whether a column tells any two rows apart, missing values aside. */
export function varies(column: Column): boolean {
  const values = column.kind === 'numeric' ? column.values : column.codes
  const isMissing = column.kind === 'numeric' ? Number.isNaN : (code: number): boolean => code < 0
  let first = Number.NaN
  for (const x of values) {
    if (isMissing(x)) continue
    if (Number.isNaN(first)) first = x
    else if (x !== first) return true
  }
  return false
}

/** Refuses a table in which no column does. */
export function checkVaries(table: Table): void {
  expect(
    table.columns.some(varies),
    'constant-data',
    'every feature is constant in the nominal data: there is nothing a detector could learn',
  )
}
