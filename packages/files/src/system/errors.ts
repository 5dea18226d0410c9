import { type ErrorCode, XenolithError } from '@xenolith/core'

/** What the operating system's complaints mean to a person; the same words wherever a file is read or written. */
const words: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EBADF', 'it is closed'],
  ['EBUSY', 'it is in use'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be too large'],
  ['EIO', 'the disk reports an error'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'too many links lead to each other'],
  ['EMFILE', 'too many files are open'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENFILE', 'too many files are open'],
  ['ENOENT', 'it does not exist'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'part of its path is not a folder'],
  ['ENXIO', 'nobody is at its other end'],
  ['EPERM', 'permission denied'],
  ['EPIPE', 'nobody reads it any more'],
  ['EROFS', 'the disk is read-only'],
  ['ESTALE', 'it was removed by another machine'],
  ['ETXTBSY', 'it is a program that is running'],
  ['ERR_FS_FILE_TOO_LARGE', 'it is too large'],
])

/** The code of an error that the operating system raised; undefined for any other. */
export function systemCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' && (words.has(code) || /^E[A-Z0-9]+$/.test(code)) ? code : undefined
}

/** The operating system's complaint about a file that was to be read, as one line with a stable code. Other errors stay as they are. */
export function readError(error: unknown, shown: string): unknown {
  const code = systemCode(error)
  if (error instanceof XenolithError || code === undefined) return error
  if (code === 'ENOENT' || code === 'ENOTDIR') return new XenolithError('file-missing', `${shown}: no such file`)
  return failed('file-unreadable', `${shown} cannot be read`, code)
}

/**
 * The same for a file that was to be written.
 *
 * @example
 * ```ts
 * const full = Object.assign(new Error(), { code: 'ENOSPC' })
 * const error = writeError(full, 'a.csv') as Error
 * error.message // => 'a.csv cannot be written: the disk is full'
 * ```
 */
export function writeError(error: unknown, shown: string): unknown {
  const code = systemCode(error)
  if (error instanceof XenolithError || code === undefined) return error
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new XenolithError('output-unwritable', `${shown} cannot be written: its folder does not exist`)
  }
  return failed('output-unwritable', `${shown} cannot be written`, code)
}

function failed(code: ErrorCode, what: string, systemCode: string): XenolithError {
  return new XenolithError(code, `${what}: ${words.get(systemCode) ?? systemCode}`)
}
