import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { Source } from '../reading/source.js'
import { type Batch, Batching, type Cells, type Output, type TypedColumn } from '../typed/batches.js'
import { type TypedFiles, typedSource } from '../typed/source.js'
import { connect, queryRow } from './duckdb.js'
import { parquetError } from './errors.js'
import { sqlOf } from './expressions.js'
import { parquetSchema } from './schema.js'

/** Parquet, through DuckDB. */
export async function parquetSource(options: TypedFiles): Promise<Source> {
  const { displayName, files, shown } = options
  const connection = await connect()
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw parquetError(error, displayName)
    }
  }
  const schema = await guarded(() => parquetSchema(connection, files, shown)).catch((error) => {
    connection.closeSync()
    throw error
  })
  const refs = new Map(schema.columns.map(({ name, ref }) => [name, ref]))
  const refOf = ({ name }: TypedColumn): string => refs.get(name)!

  const safeIntegers = (column: TypedColumn): Promise<boolean> =>
    guarded(async () => {
      const unsafe = `NOT COALESCE(abs(${refOf(column)}::HUGEINT) <= ${Number.MAX_SAFE_INTEGER}, false)`
      const [others] = await queryRow(connection, `SELECT count_if(${unsafe}) FROM ${schema.from(files)}`)
      return Number(others) === 0
    })
  const rowsOf = (file: string): Promise<number> =>
    guarded(async () => {
      const [count] = await queryRow(connection, `SELECT count(*) FROM ${schema.from([file])}`)
      return Number(count)
    })

  /** Over a connection of its own: two readings may go on at once. */
  async function* batches(outputs: readonly Output[], batchRows: number): AsyncGenerator<Batch> {
    const own = await connect()
    try {
      const columns = outputs.map((output) => sqlOf(output, refOf(output.column)))
      yield* streamed(own, `SELECT ${['1', ...columns].join(', ')} FROM ${schema.from(files)}`, outputs, batchRows)
    } catch (error) {
      throw parquetError(error, displayName)
    } finally {
      own.closeSync()
    }
  }
  const close = async (): Promise<void> => connection.closeSync()
  return typedSource({ columns: schema.columns, rowsOf, batches, safeIntegers, close }, options)
}

/** The rows of a query; its first column is not among the outputs. */
async function* streamed(
  connection: DuckDBConnection,
  sql: string,
  outputs: readonly Output[],
  batchRows: number,
): AsyncGenerator<Batch> {
  const result = await connection.stream(sql)
  const batching = new Batching(outputs, batchRows, copy)
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) break
    yield* batching.add(chunk, chunk.rowCount)
  }
  yield* batching.flush()
}

function copy(chunk: DuckDBDataChunk, output: number, from: number, count: number, to: Cells, at: number): void {
  const vector = chunk.getColumnVector(output + 1)
  for (let i = 0; i < count; i++) (to as unknown[])[at + i] = vector.getItem(from + i)
}
