import type { DuckDBConnection } from '@duckdb/node-api'
import { checkSameNames } from '../text/names.js'
import type { TypedColumn } from '../typed/batches.js'
import { fileList } from './duckdb.js'
import { storageOf } from './expressions.js'

export interface ParquetColumn extends TypedColumn {
  /** Its SQL name. */
  readonly ref: string
}

export interface ParquetSchema {
  /** What SQL selects from to read all files, or some. */
  from(files: readonly string[]): string
  readonly columns: readonly ParquetColumn[]
}

/** The columns of Parquet files, which must be the same in all of them. */
export async function parquetSchema(
  connection: DuckDBConnection,
  files: readonly string[],
  shown: (file?: string) => string,
): Promise<ParquetSchema> {
  const namesOf: string[][] = []
  for (const file of files) namesOf.push(await parquetNames(connection, file))
  checkSameNames(namesOf, files, shown)
  const [names] = namesOf
  const aliases = names.map((_, i) => `c${i}`).join(', ')
  const from = (some: readonly string[]) =>
    `read_parquet(${fileList(some)}, hive_partitioning = false) AS t(${aliases})`
  const described = await (await connection.run(`DESCRIBE SELECT * FROM ${from(files)}`)).getRowsJS()
  const columns = names.map((name, i) => ({ name, ref: `c${i}`, storage: storageOf(String(described[i][1])) }))
  return { from, columns }
}

/** The top-level names of a Parquet schema, which lists its tree depth first. DESCRIBE would rename those that differ only in case. */
async function parquetNames(connection: DuckDBConnection, file: string): Promise<string[]> {
  const sql = `SELECT name, COALESCE(num_children, 0)::INTEGER FROM parquet_schema(${fileList([file])})`
  const [, ...nodes] = (await (await connection.run(sql)).getRowsJS()) as [string, number][]
  const names: string[] = []
  for (let i = 0; i < nodes.length; ) {
    names.push(nodes[i][0])
    for (let pending = 1; pending > 0; i++) pending += nodes[i][1] - 1
  }
  return names
}
