import { open, rename } from 'node:fs/promises'
import { createTemporary, releaseTemporary, removeTemporary } from '../system/temporary.js'
import type { OutputColumn } from '../writing/cells.js'
import { connect, fileList, literal } from './duckdb.js'

const types = {
  'id-string': 'VARCHAR',
  'id-number': 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  string: 'VARCHAR',
  json: 'VARCHAR',
} as const

/** Turns the rows that `spoolRows` wrote to `spool` into the Parquet file `target`. Text in between keeps memory flat, and doubles survive it exactly. */
export async function writeParquet(spool: string, columns: readonly OutputColumn[], target: string): Promise<void> {
  const temporary = await createTemporary(target)
  await temporary.handle.close()
  const fields = columns.map(({ type }, i) => `'c${i}': '${types[type]}'`).join(', ')
  const names = columns.map(({ name }, i) => `c${i} AS "${name.replaceAll('"', '""')}"`).join(', ')
  const from = `read_csv(${fileList([spool])}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
    new_line = '\\n', hive_partitioning = false, compression = 'none', columns = {${fields}})`
  const connection = await connect()
  try {
    await connection.run(
      `COPY (SELECT ${names} FROM ${from}) TO ${literal(temporary.path)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`,
    )
    await flush(temporary.path)
    await rename(temporary.path, target)
    releaseTemporary(temporary.path)
  } catch (error) {
    await removeTemporary(temporary.path)
    throw error
  } finally {
    connection.closeSync()
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
