import { rmSync } from 'node:fs'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { XenolithError } from '@xenolith/core'

const unfinished = new Set<string>()
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const
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
    const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${serial++}.tmp`)
    try {
      const handle = await open(temporary, 'wx')
      keepTemporary(temporary)
      return { path: temporary, handle }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { path: resolve(path), regular: true }
    throw outputError(error, path)
  }
}

/** Refuses an output that could not be written, before any long work: its folder is missing or not writable, or it is a folder. */
export async function checkOutput(path: string): Promise<void> {
  if (path === '-') return
  const target = await outputTarget(path)
  if (!target.regular) return
  try {
    const temporary = await createTemporary(target.path)
    await temporary.handle.close()
    await removeTemporary(temporary.path)
  } catch (error) {
    throw outputError(error, path)
  }
}

/** Writes the whole file or nothing: under a temporary name, flushed to the disk, then renamed. */
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
    throw outputError(error, path)
  }
}

export function outputError(error: unknown, shown: string): unknown {
  if (error instanceof XenolithError) return error
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) return error
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder does not exist',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
    EPIPE: 'nobody reads it any more',
  }
  return new XenolithError('output-unwritable', `${shown} cannot be written: ${reasons[code] ?? code}`)
}
