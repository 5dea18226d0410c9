import { type Certificate, type Evidence, hasTerms, XenolithError } from '@xenolith/core'
import { describeCertificate, estimateLine, refusalError, refusalJson } from '@xenolith/pages/report'
import { checkTerms, type Refusal, type Terms } from '@xenolith/study'
import type { CommonOptions, PromiseOptions } from './options.js'
import type { Terminal } from './terminal.js'

/** What a command asks of scores: a promise, or Algorithm 1 alone. */
export interface Request extends CommonOptions, PromiseOptions {
  readonly isotonic?: boolean
  readonly looks?: number
}

/** Refuses a request that cannot be, before any file is read. */
export function checkRequest(request: Request, terminal: Terminal): void {
  checkTerms(termsOf(request), request.audit !== undefined, terminal)
}

/** What the flags ask for, as the study takes it; the compiler asks for a term that is missing here. */
export function termsOf(request: Request): Terms {
  const { alpha, aliensAtMost, alphaOfFile, separation, rho, recall, confidence, method, q, isotonic, looks } = request
  const terms = { alpha, aliensAtMost, alphaOfFile, separation, rho, recall, confidence, method, q, isotonic, looks }
  return terms satisfies Record<Exclude<keyof Terms, 'alphaSource'>, unknown>
}

/** Ends the command with exit status 3: what the data cannot carry, and what they could. */
export function refuse(refusal: Refusal, { json }: CommonOptions, terminal: Terminal): never {
  if (json) terminal.json(refusalJson(refusal))
  const { code, reason, certificate } = refusal
  if (certificate === undefined) throw new XenolithError(code, reason)
  throw refusalError(certificate)
}

/** A certificate in words: the promise with its condition and its numbers, or the estimate in a line. */
export function certificateWords(certificate: Certificate, evidence?: Evidence): string {
  return hasTerms(certificate) ? describeCertificate(certificate, evidence).join('\n') : estimateLine(certificate)
}
