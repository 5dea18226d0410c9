import type { Stats } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { readError } from './errors.js'
import { exists, glob, isPattern } from './glob.js'

/** The files a path or a glob pattern names, absolute and in sorted order. A file that has the pattern's very name wins. */
export async function expandPath(path: string): Promise<string[]> {
  const absolute = resolve(path)
  if (!isPattern(path) || (await exists(absolute))) {
    await checkReadable(absolute, path)
    return [absolute]
  }
  const files = await glob(absolute)
  if (files.length === 0) throw new XenolithError('file-missing', `${path}: no file has a name of this pattern`)
  for (const file of files) await checkReadable(file, file)
  return files
}

/** Whether a path names something that can be read only once: a pipe, a socket, a terminal. */
export async function isStream(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => !info.isFile() && !info.isDirectory(),
    () => false,
  )
}

/**
 * How many bytes a path or pattern names; 0 of what can be read only once, as nobody knows.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * await writeFile(join(folder, 'a.csv'), 'x\n1\n')
 * await writeFile(join(folder, 'b.csv'), 'x\n22\n')
 * await pathBytes(join(folder, '*.csv')) // => 9
 * await rm(folder, { recursive: true })
 * ```
 */
export async function pathBytes(path: string): Promise<number> {
  if (path === '-' || (await isStream(path))) return 0
  const sizes = await Promise.all((await expandPath(path)).map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function checkReadable(file: string, shown: string): Promise<void> {
  try {
    const info = await stat(file)
    if (info.isDirectory()) throw new XenolithError('file-unreadable', `${shown} is a folder, expected a file`)
    if (!info.isFile()) return await checkStream(file, shown, info)
    if (info.size === 0) throw new XenolithError('empty-data', `${shown} is empty`)
    await (await open(file, 'r')).close()
  } catch (error) {
    throw readError(error, shown)
  }
}

/** A pipe is not opened here: its writer would take that for all of its reader. Devices other than terminals have no end. */
async function checkStream(file: string, shown: string, info: Stats): Promise<void> {
  if (info.isFIFO() || info.isSocket()) return
  const real = await realpath(file)
  if (real === '/dev/null') throw new XenolithError('empty-data', `${shown} is empty`)
  if (!/^\/dev\/(tty|pts\/|console)/.test(real)) {
    throw new XenolithError('file-unreadable', `${shown} is a device, expected a file or a pipe`)
  }
}
