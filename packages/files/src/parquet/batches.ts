import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'

/** One output column of a query: `number` is DOUBLE, `text` VARCHAR, NULL where a value is missing. */
export interface Output {
  readonly sql: string
  readonly type: 'number' | 'text'
}

export type Cells = Float64Array | (string | null)[]

export interface Batch {
  /** Of all rows, counted from 0. */
  readonly firstRow: number
  readonly rows: number
  /** One per output. */
  readonly cells: readonly Cells[]
}

/** The outputs in file order, `batchRows` at a time; memory does not grow with the file. */
export async function* readBatches(
  connection: DuckDBConnection,
  from: string,
  outputs: readonly Output[],
  batchRows: number,
): AsyncGenerator<Batch> {
  const result = await connection.stream(`SELECT ${['1', ...outputs.map(({ sql }) => sql)].join(', ')} FROM ${from}`)
  let firstRow = 0
  let pending = startBatch(outputs, batchRows)
  let filled = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) break
    for (let at = 0; at < chunk.rowCount; ) {
      const count = Math.min(chunk.rowCount - at, batchRows - filled)
      for (let j = 0; j < outputs.length; j++) copy(chunk, j + 1, at, count, pending[j], filled)
      at += count
      filled += count
      if (filled < batchRows) continue
      yield { firstRow, rows: filled, cells: pending }
      firstRow += filled
      pending = startBatch(outputs, batchRows)
      filled = 0
    }
  }
  if (filled > 0) yield { firstRow, rows: filled, cells: pending.map((cells) => cells.slice(0, filled)) }
}

function startBatch(outputs: readonly Output[], rows: number): Cells[] {
  return outputs.map(({ type }) => (type === 'number' ? new Float64Array(rows) : []))
}

function copy(chunk: DuckDBDataChunk, index: number, from: number, count: number, to: Cells, at: number): void {
  const vector = chunk.getColumnVector(index)
  for (let i = 0; i < count; i++) (to as unknown[])[at + i] = vector.getItem(from + i)
}
