import { type ErrorCode, XenolithError } from '@xenolith/core'

/** An error as plain data, on its way between threads. */
export interface PlainError {
  readonly code: ErrorCode | null
  readonly message: string
}

export function plainError(error: unknown): PlainError {
  if (error instanceof XenolithError) return { code: error.code, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  return { code: isTheStores(error, message) ? 'store-unusable' : null, message }
}

export function fromPlain({ code, message }: PlainError): Error {
  if (code === 'store-unusable') return new XenolithError(code, `the store cannot be used: ${message}`)
  return code === null ? new Error(message) : new XenolithError(code, message)
}

/** What goes wrong with files, disks and servers, as opposed to our own mistakes. */
function isTheStores(error: unknown, message: string): boolean {
  const code = String((error as { code?: unknown }).code ?? '')
  const text = `${code} ${message}`
  return /disk|full|readonly|read-only|I\/O|IOERR|CANTOPEN|unable to open|malformed|corrupt|not a database|ECONN|CONNECTION_|CONNECT_TIMEOUT|ENOSPC|EROFS|EACCES|ENOENT|57P0|53[0-9]{3}|28[0-9P]{3}|3D000/i.test(
    text,
  )
}
