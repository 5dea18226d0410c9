import { XenolithError } from '@xenolith/core'

/** Errors of the core speak of "the input"; name the file. */
export function inFile(error: unknown, name: string): unknown {
  if (!(error instanceof XenolithError) || error.message.startsWith(name)) return error
  return new XenolithError(error.code, `${name}: ${error.message}`)
}
