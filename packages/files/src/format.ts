import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { XenolithError } from '@xenolith/core'
import { fileList } from './duckdb.js'
import { fileError } from './file-errors.js'

export type Compression = 'none' | 'gzip' | 'zstd'

export interface Format {
  readonly kind: 'csv' | 'tsv' | 'json' | 'parquet'
  readonly compression: Compression
}

const extensions: Record<string, Format['kind']> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  ndjson: 'json',
  jsonl: 'json',
  parquet: 'parquet',
  pq: 'parquet',
}

/** What a file holds: by its extension, or by its content where the extension says nothing. Compression is always read from the content. */
export async function formatOf(connection: DuckDBConnection, file: string, shown: string): Promise<Format> {
  const magic = await firstBytes(file, 4)
  const compression = compressionOf(magic)
  const kind = extensions[extensionOf(file)]
  const isParquet = magic.toString('latin1') === 'PAR1'
  if (kind === 'parquet' && !isParquet) throw new XenolithError('file-unreadable', `${shown} is not a Parquet file`)
  if (kind) return { kind, compression }
  if (isParquet) return { kind: 'parquet', compression: 'none' }
  const lines = await firstLines(connection, file, compression, shown)
  const start = lines.find((line) => line.trim() !== '')?.trimStart() ?? ''
  return { kind: /^[{[]/.test(start) ? 'json' : 'csv', compression }
}

function extensionOf(file: string): string {
  const name = file.toLowerCase().replace(/\.(gz|gzip|zst|zstd)$/, '')
  return /\.([a-z]+)$/.exec(name)?.[1] ?? ''
}

function compressionOf(magic: Buffer): Compression {
  if (magic[0] === 0x1f && magic[1] === 0x8b) return 'gzip'
  return magic.length === 4 && magic.readUInt32LE() === 0xfd2fb528 ? 'zstd' : 'none'
}

async function firstBytes(file: string, length: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The first lines of a text file as they stand, whatever its compression. */
export async function firstLines(
  connection: DuckDBConnection,
  file: string,
  compression: Compression,
  shown: string,
): Promise<string[]> {
  const reader = `read_csv(${fileList([file])}, auto_detect = false, header = false, strict_mode = false, hive_partitioning = false,
    delim = '\u0001', quote = '', escape = '', compression = '${compression}', columns = {'line': 'VARCHAR'})`
  try {
    const result = await connection.run(`SELECT line FROM ${reader} LIMIT 500`)
    return (await result.getRowsJS()).map(([line]) => (line === null ? '' : String(line)))
  } catch (error) {
    throw fileError(error, shown)
  }
}
