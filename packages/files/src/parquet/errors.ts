import { XenolithError } from '@xenolith/core'

/** DuckDB's complaint about a file as one line with a stable code; other errors stay as they are. */
export function parquetError(error: unknown, shown: string): unknown {
  if (!(error instanceof Error) || !/^[A-Z][A-Za-z ]* Error: /.test(error.message)) return error
  const [line] = error.message.split('\n')
  const what = line.replace(/^[A-Z][A-Za-z ]* Error: /, '')
  if (/out of memory/i.test(what)) {
    return new XenolithError('file-unreadable', `${shown} needs more memory than there is to read it (${what})`)
  }
  if (/parquet|magic bytes|thrift|snappy|zstd|gzip|decompress/i.test(error.message)) {
    return new XenolithError('file-unreadable', `${shown} is not a readable Parquet file, or is damaged`)
  }
  return new XenolithError('file-unreadable', `${shown} cannot be read: ${what}`)
}
