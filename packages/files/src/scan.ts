import type { DuckDBConnection } from '@duckdb/node-api'
import { type Column, type Feature, MISSING, type Table, UNSEEN, XenolithError } from '@xenolith/core'
import { type Batch, readBatches, type Selection } from './batches.js'
import { connect, literal } from './duckdb.js'
import { numberOf, wordOf } from './expressions.js'
import { quoted } from './file-errors.js'
import type { Source, SourceColumn } from './open.js'
import { findColumn, nestedColumn } from './read.js'
import { idKind } from './values.js'

export interface ScanOptions {
  /** What the model knows; the tables have these columns, in this order and coding. */
  readonly features: readonly Feature[]
  /** Column of ids; row numbers from 1 by default. */
  readonly id?: string
  /** By default fewer for wide tables, so that a batch stays within some megabytes. */
  readonly batchRows?: number
}

export interface ScannedBatch {
  readonly table: Table
  /** Numbers if every id of the file is a plain integer, else text. */
  readonly ids: Float64Array | readonly string[]
  /** Of all rows, counted from 0. */
  readonly firstRow: number
}

/** The rows in file order as tables of the model's features, a batch at a time; memory does not grow with the file. */
export async function* scan(source: Source, options: ScanOptions): AsyncGenerator<ScannedBatch> {
  const { features, id, batchRows = defaultBatchRows(features.length) } = options
  const columns = features.map((feature) => matchColumn(source, feature))
  const connection = await connect()
  try {
    const selections: Selection[] = []
    for (const [j, feature] of features.entries()) selections.push(await select(connection, feature, columns[j], j))
    if (id !== undefined) selections.push(await selectId(source, findColumn(source, id)))
    for await (const batch of readBatches(source, connection, selections, batchRows)) {
      const table = { rows: batch.rows, columns: features.map((feature, j) => columnOf(feature, batch, j)) }
      yield { table, ids: idsOf(batch, id === undefined ? undefined : features.length), firstRow: batch.firstRow }
    }
  } finally {
    connection.closeSync()
  }
}

function defaultBatchRows(columns: number): number {
  return Math.min(1 << 15, Math.max(1 << 10, Math.floor((1 << 21) / (columns + 1))))
}

/** How `scan` gives the ids of a column. */
export function scannedIdKind(source: Source, id?: string): Promise<'number' | 'string'> {
  return id === undefined ? Promise.resolve('number') : idKind(source, findColumn(source, id))
}

/** The whole file as one table of the model's features. */
export async function readFeatures(source: Source, features: readonly Feature[]): Promise<Table> {
  const parts: Table[] = []
  for await (const { table } of scan(source, { features })) parts.push(table)
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const columns = features.map((feature, j): Column => {
    if (feature.kind === 'numeric') return { ...feature, values: fill(new Float64Array(rows), parts, j) }
    return { ...feature, codes: fill(new Int32Array(rows), parts, j) }
  })
  return { rows, columns }
}

function fill<A extends Float64Array | Int32Array>(whole: A, parts: readonly Table[], j: number): A {
  let at = 0
  for (const { rows, columns } of parts) {
    const column = columns[j]
    whole.set(column.kind === 'numeric' ? column.values : column.codes, at)
    at += rows
  }
  return whole
}

function matchColumn(source: Source, feature: Feature): SourceColumn {
  const { displayName } = source
  const column = source.columns.find((candidate) => candidate.name === feature.name)
  if (!column) {
    throw new XenolithError(
      'missing-column',
      `${displayName} has no column ${quoted(feature.name)}, a feature of the model`,
    )
  }
  if (column.storage === 'nested') throw nestedColumn(source, column)
  const fits = feature.kind === 'numeric' ? canBeNumbers(column) : canBeCategories(column, feature.categories)
  if (fits) return column
  const [holds, known] = feature.kind === 'numeric' ? ['text', 'numbers'] : ['numbers', 'categories']
  const what = `column ${quoted(feature.name)} holds ${holds}; the model knows it as ${known}`
  throw new XenolithError('bad-type', `${displayName}: ${what}`)
}

function canBeNumbers({ kind, storage }: SourceColumn): boolean {
  return kind === 'numeric' || storage === 'text'
}

function canBeCategories({ kind, storage, numbers }: SourceColumn, categories: readonly string[]): boolean {
  if (kind === 'categorical' || storage === 'integer') return true
  return storage === 'text' && !(numbers && categories.every((category) => Number.isNaN(Number(category))))
}

async function select(
  connection: DuckDBConnection,
  feature: Feature,
  column: SourceColumn,
  j: number,
): Promise<Selection> {
  const { ref, storage, temporal } = column
  if (feature.kind === 'numeric') return { column, sql: numberOf(ref, storage, temporal), type: 'number' }
  const word = wordOf(ref, storage)
  const missing = `CASE WHEN ${word} IS NULL THEN ${MISSING}`
  if (feature.categories.length === 0) return { column, sql: `${missing} ELSE ${UNSEEN} END`, type: 'code' }
  await connection.run(`CREATE TEMP TYPE categories${j} AS ENUM (${feature.categories.map(literal).join(', ')})`)
  const code = `enum_code(TRY_CAST(${word} AS categories${j}))::INTEGER`
  return { column, sql: `${missing} ELSE COALESCE(${code}, ${UNSEEN}) END`, type: 'code' }
}

async function selectId(source: Source, column: SourceColumn): Promise<Selection> {
  const { ref } = column
  if ((await idKind(source, column)) === 'number') return { column, sql: `${ref}::DOUBLE`, type: 'number' }
  return { column, sql: `COALESCE(${ref}::VARCHAR, '')`, type: 'text' }
}

function columnOf(feature: Feature, batch: Batch, j: number): Column {
  return feature.kind === 'numeric'
    ? { ...feature, values: batch.cells[j] as Float64Array }
    : { ...feature, codes: batch.cells[j] as Int32Array }
}

function idsOf({ cells, firstRow, rows }: Batch, index: number | undefined): ScannedBatch['ids'] {
  if (index !== undefined) return cells[index] as Float64Array | string[]
  return Float64Array.from({ length: rows }, (_, i) => firstRow + i + 1)
}
