import { rmSync } from 'node:fs'
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { systemCode, writeError } from './errors.js'

const unfinished = new Set<string>()
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
let serial = 0

/** While a temporary file is kept here it is removed when the process is interrupted or ends. */
export function keepTemporary(path: string): void {
  if (unfinished.size === 0) {
    process.on('exit', removeAll)
    for (const signal of Object.keys(exitCodes)) process.on(signal, leave)
  }
  unfinished.add(path)
}

export function releaseTemporary(path: string): void {
  if (!unfinished.delete(path) || unfinished.size > 0) return
  process.off('exit', removeAll)
  for (const signal of Object.keys(exitCodes)) process.off(signal, leave)
}

export async function removeTemporary(path: string): Promise<void> {
  await rm(path, { force: true })
  releaseTemporary(path)
}

function removeAll(): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true })
}

function leave(signal: keyof typeof exitCodes): void {
  removeAll()
  process.exit(exitCodes[signal])
}

/** A new, empty, writable file beside `path`, on the same file system so that it can be renamed to it. */
export async function createTemporary(path: string): Promise<{ path: string; handle: FileHandle }> {
  for (;;) {
    const temporary = join(dirname(path), `.xenolith-${process.pid}-${serial++}.tmp`)
    try {
      const handle = await open(temporary, 'wx')
      keepTemporary(temporary)
      return { path: temporary, handle }
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
    }
  }
}

/** Where output to `path` really goes: the file behind a link. Refuses folders and folders that do not exist. */
export async function outputTarget(path: string): Promise<{ path: string; regular: boolean }> {
  try {
    const info = await stat(path)
    if (info.isDirectory()) throw new XenolithError('output-unwritable', `${path} is a folder, expected a file name`)
    return { path: await realpath(path), regular: info.isFile() }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { path: await linkEnd(path), regular: true }
    throw writeError(error, path)
  }
}

/** The file, not there yet, that a path or a chain of links names. `stat` has refused chains without an end. */
async function linkEnd(path: string): Promise<string> {
  const next = await readlink(path).catch(() => undefined)
  return next === undefined ? resolve(path) : linkEnd(resolve(await realpath(dirname(path)), next))
}

/**
 * Refuses an output that could not be written, before any long work: its folder is missing or not writable, or it is a folder.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * await checkOutput(join(folder, 'a.csv')) // => undefined
 * await checkOutput(join(folder, 'missing', 'a.csv')).catch(({ code }) => code) // => 'output-unwritable'
 * await rm(folder, { recursive: true })
 * ```
 */
export async function checkOutput(path: string): Promise<void> {
  if (path === '-') return
  const target = await outputTarget(path)
  if (!target.regular) return
  try {
    const temporary = await createTemporary(target.path)
    await temporary.handle.close()
    await removeTemporary(temporary.path)
  } catch (error) {
    throw writeError(error, path)
  }
}

/**
 * Writes the whole file or nothing: under a temporary name, flushed to the disk, then renamed.
 *
 * @example
 * ```ts
 * import { mkdtemp, readdir, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * await writeFileAtomically(join(folder, 'a.txt'), 'hello')
 * await readdir(folder) // => [ 'a.txt' ]
 * await rm(folder, { recursive: true })
 * ```
 */
export async function writeFileAtomically(path: string, content: Uint8Array | string): Promise<void> {
  const target = await outputTarget(path)
  let temporary: string | undefined
  try {
    const created = await createTemporary(target.path)
    temporary = created.path
    await created.handle.writeFile(content)
    await created.handle.sync()
    await created.handle.close()
    await rename(temporary, target.path)
    releaseTemporary(temporary)
  } catch (error) {
    if (temporary !== undefined) await removeTemporary(temporary)
    throw writeError(error, path)
  }
}
