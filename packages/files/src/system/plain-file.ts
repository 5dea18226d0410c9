import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { type ErrorCode, XenolithError } from '@xenolith/core'
import { readError } from './errors.js'

/** What a file is expected to be. */
export interface Expected {
  /** `a model` */
  readonly what: string
  readonly most: number
  readonly tooLarge: ErrorCode
}

/**
 * All bytes of a plain file; its kind and its size are looked at before any of it is read.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * await writeFile(join(folder, 'a.txt'), 'hello')
 * const bytes = await readPlainFile(join(folder, 'a.txt'), { what: 'a text', most: 100, tooLarge: 'too-large' })
 * bytes.toString() // => 'hello'
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readPlainFile(path: string, { what, most, tooLarge }: Expected): Promise<Buffer> {
  try {
    // Non-blocking, so that a pipe without a writer is refused and not waited for.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const info = await handle.stat()
      if (info.isDirectory()) throw new XenolithError('file-unreadable', `${path} is a folder, expected ${what} file`)
      if (!info.isFile()) throw new XenolithError('file-unreadable', `${path} is not a plain file, which ${what} is`)
      if (info.size > most) {
        throw new XenolithError(tooLarge, `${path}: ${info.size} bytes; ${what} has at most ${most}`)
      }
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw readError(error, path)
  }
}
