import { type Certificate, type ErrorCode, XenolithError } from '@xenolith/core'

/** No promise can be made of these data: an answer, not an error. */
export interface Refusal {
  readonly refused: true
  readonly code: ErrorCode
  readonly reason: string
  /** With what the data could carry and what it would take, where a certificate was tried. */
  readonly certificate?: Certificate
}

/** Work that may end in a refusal: what is thrown as one comes back as a value, all else is thrown on. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof XenolithError) || error.kind !== 'refused') throw error
    return { refused: true, code: error.code, reason: error.message }
  }
}
