import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

let instance: Promise<DuckDBInstance> | undefined

/** A connection to the one embedded database of the process; DuckDB is loaded at the first call. */
export async function connect(): Promise<DuckDBConnection> {
  instance ??= start()
  const connection = await (await instance).connect()
  await connection.run(`SET TimeZone = 'UTC'`)
  return connection
}

async function start(): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  return DuckDBInstance.create(':memory:', {
    // Narrow files stay far below; a thousand columns or large JSON need it.
    memory_limit: '1GB',
    // One, so that rows can only come in the order of the file.
    threads: '1',
    temp_directory: '',
    // Its time grows with the square of the number of columns.
    disabled_optimizers: 'common_subexpressions',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
}

/** One row of a query that returns one row. */
export async function queryRow(connection: DuckDBConnection, sql: string): Promise<unknown[]> {
  return (await (await connection.run(sql)).getRowsJS())[0]
}

export function literal(text: string): string {
  return `'${text.replaceAll(`'`, `''`)}'`
}

/** A list of files as DuckDB's readers take it: each read as it is spelled, never as a pattern. */
export function fileList(files: readonly string[]): string {
  return `[${files.map((file) => literal(file.replace(/[*?[]/g, '[$&]'))).join(', ')}]`
}
