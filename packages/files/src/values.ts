import { LARGEST, XenolithError } from '@xenolith/core'
import { queryRow } from './duckdb.js'
import { numberOf } from './expressions.js'
import { fileError, oneLine, quoted } from './file-errors.js'
import type { Source, SourceColumn } from './open.js'

/** `FILE, row 7, column "x"`: rows are counted from 1 in their file, without the header. `row` is counted from 0 over all files. */
export async function placeOf(source: Source, column: SourceColumn, row: number): Promise<string> {
  let before = 0
  let file = source.files[0]
  if (source.files.length > 1) {
    for (file of source.files) {
      const [count] = await queryRow(source.connection, `SELECT count(*) FROM ${source.from([file])}`)
      if (row < before + Number(count)) break
      before += Number(count)
    }
  }
  return `${source.shown(file)}, row ${row - before + 1}, column ${quoted(column.name)}`
}

async function textAt(source: Source, column: SourceColumn, row: number): Promise<string> {
  const sql = `SELECT ${column.ref}::VARCHAR FROM ${source.from()} LIMIT 1 OFFSET ${row}`
  return String((await queryRow(source.connection, sql))[0])
}

/** The error for a value that is not a number where one is needed. */
export async function notANumber(source: Source, column: SourceColumn, row: number, hint = ''): Promise<XenolithError> {
  const [place, text] = [await placeOf(source, column, row), await textAt(source, column, row)]
  const what = column.temporal ? 'a date' : 'a number'
  return new XenolithError('bad-row', `${place}: ${quoted(text)} is not ${what}${hint}`)
}

/** The error for the first value of a mistyped column that is not a number. */
export async function mistyped(source: Source, column: SourceColumn): Promise<XenolithError> {
  const sql = `SELECT row FROM (SELECT row_number() OVER () - 1 AS row, ${column.ref} FROM ${source.from()})
    WHERE ${numberOf(column.ref, column.storage)} IS NULL LIMIT 1`
  const [row] = await queryRow(source.connection, sql)
  const hint = ` (give --types ${oneLine(column.name)}=categorical to read the column as categories)`
  return notANumber(source, column, Number(row), hint)
}

/** Refuses infinities, and numbers so large that a range of them would be infinite. */
export async function checkFinite(
  source: Source,
  column: SourceColumn,
  values: Float64Array,
  firstRow: number,
): Promise<void> {
  const at = values.findIndex((value) => Math.abs(value) > LARGEST)
  if (at < 0) return
  const row = firstRow + at
  const [place, text] = [await placeOf(source, column, row), await textAt(source, column, row)]
  throw new XenolithError('infinite-value', `${place}: ${text} is not a finite number (leave a missing value empty)`)
}

const idKinds = new WeakMap<SourceColumn, Promise<'number' | 'string'>>()

/** Whether an id column can be kept as numbers: every id a plain integer that a double holds exactly. */
export function idKind(source: Source, column: SourceColumn): Promise<'number' | 'string'> {
  const known = idKinds.get(column) ?? findIdKind(source, column)
  idKinds.set(column, known)
  return known
}

async function findIdKind(source: Source, { ref, storage }: SourceColumn): Promise<'number' | 'string'> {
  if (storage !== 'text' && storage !== 'integer') return 'string'
  const number = `TRY_CAST(${ref} AS BIGINT)`
  const plain = `abs(${number}) <= ${Number.MAX_SAFE_INTEGER} AND ${number}::VARCHAR = ${ref}::VARCHAR`
  const sql = `SELECT count_if(NOT COALESCE(${plain}, false)) FROM ${source.from()}`
  try {
    const [others] = await queryRow(source.connection, sql)
    return Number(others) === 0 ? 'number' : 'string'
  } catch (error) {
    throw fileError(error, source.shown)
  }
}
