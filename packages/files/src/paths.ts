import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { connect, literal } from './duckdb.js'

/** The files a path or a glob pattern names, absolute and in sorted order. A file that has the pattern's very name wins. */
export async function expandPath(path: string): Promise<string[]> {
  const absolute = resolve(path)
  const isPattern = /[*?[]/.test(path)
  if (!isPattern || (await exists(absolute))) {
    await checkReadable(absolute, path)
    return [absolute]
  }
  const files = await glob(absolute)
  if (files.length === 0) throw new XenolithError('file-missing', `${path}: no file has a name of this pattern`)
  for (const file of files) await checkReadable(file, file)
  return files
}

async function glob(pattern: string): Promise<string[]> {
  const connection = await connect()
  try {
    const result = await connection.run(`SELECT file FROM glob(${literal(pattern)})`)
    return (await result.getRowsJS()).map(([file]) => String(file)).sort()
  } finally {
    connection.closeSync()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function checkReadable(file: string, shown: string): Promise<void> {
  try {
    const handle = await open(file, 'r')
    try {
      const info = await handle.stat()
      if (info.isDirectory()) throw new XenolithError('file-unreadable', `${shown} is a folder, expected a file`)
      if (info.isFile() && info.size === 0) throw new XenolithError('empty-data', `${shown} is empty`)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw readError(error, shown)
  }
}

function readError(error: unknown, shown: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof XenolithError) return error
  if (code === 'ENOENT' || code === 'ENOTDIR') return new XenolithError('file-missing', `${shown}: no such file`)
  const reason = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : (code ?? 'cannot be opened')
  return new XenolithError('file-unreadable', `${shown} cannot be read: ${reason}`)
}
