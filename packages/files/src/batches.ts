import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { fileError } from './file-errors.js'
import type { Source, SourceColumn } from './open.js'
import { checkFinite, notANumber } from './values.js'

/** One output column of a reading: `number` is DOUBLE (NULL: not a number), `code` INTEGER, `text` VARCHAR. */
export interface Selection {
  readonly column: SourceColumn
  readonly sql: string
  readonly type: 'number' | 'code' | 'text'
}

export type Cells = Float64Array | Int32Array | (string | null)[]

export interface Batch {
  /** Of all rows, counted from 0. */
  readonly firstRow: number
  readonly rows: number
  /** One per selection. */
  readonly cells: readonly Cells[]
}

/** The selected columns in file order, `batchRows` at a time; memory does not grow with the file. */
export async function* readBatches(
  source: Source,
  connection: DuckDBConnection,
  selections: readonly Selection[],
  batchRows: number,
): AsyncGenerator<Batch> {
  const sql = `SELECT ${['1', ...selections.map((selection) => selection.sql)].join(', ')} FROM ${source.from()}`
  let firstRow = 0
  let pending = startBatch(selections, batchRows)
  let filled = 0
  try {
    const result = await connection.stream(sql)
    for (;;) {
      const chunk = await result.fetchChunk()
      if (chunk === null || chunk.rowCount === 0) break
      for (let from = 0; from < chunk.rowCount; ) {
        const count = Math.min(chunk.rowCount - from, batchRows - filled)
        for (let j = 0; j < selections.length; j++) {
          const bad = copy(chunk, j + 1, from, count, pending[j], filled)
          if (bad >= 0) throw await notANumber(source, selections[j].column, firstRow + bad)
        }
        from += count
        filled += count
        if (filled < batchRows) continue
        yield await finish(source, selections, pending, firstRow, filled)
        firstRow += filled
        pending = startBatch(selections, batchRows)
        filled = 0
      }
    }
    if (filled > 0) yield await finish(source, selections, pending, firstRow, filled)
  } catch (error) {
    throw fileError(error, source.shown)
  }
}

function startBatch(selections: readonly Selection[], rows: number): Cells[] {
  const create = { number: () => new Float64Array(rows), code: () => new Int32Array(rows), text: () => [] }
  return selections.map((selection) => create[selection.type]())
}

/** Copies part of a chunk's column; the place in `to` of a NULL that a typed array cannot hold, or -1. */
function copy(chunk: DuckDBDataChunk, index: number, from: number, count: number, to: Cells, at: number): number {
  const vector = chunk.getColumnVector(index)
  for (let i = 0; i < count; i++) {
    const value = vector.getItem(from + i) as number | string | null
    if (value === null && !Array.isArray(to)) return at + i
    ;(to as unknown[])[at + i] = value
  }
  return -1
}

async function finish(
  source: Source,
  selections: readonly Selection[],
  pending: readonly Cells[],
  firstRow: number,
  rows: number,
): Promise<Batch> {
  const cells = pending.map((column) => (column.length === rows ? column : column.slice(0, rows)))
  for (const [j, { column }] of selections.entries()) {
    const values = cells[j]
    if (values instanceof Float64Array) await checkFinite(source, column, values, firstRow)
  }
  return { firstRow, rows, cells }
}
