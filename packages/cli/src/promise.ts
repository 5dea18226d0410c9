import {
  type AlphaSource,
  type AuditLabels,
  type Certificate,
  certify,
  type NominalScores,
  uncertified,
  XenolithError,
} from '@xenolith/core'
import { describeCertificate, estimateLine, hasTerms, refusalError, refusalJson } from '@xenolith/pages/report'
import { asksForPromise, type CommonOptions, checkPromise, type PromiseOptions } from './options.js'
import type { Terminal } from './terminal.js'

/** What a command asks of scores: a promise, or Algorithm 1 alone. */
export interface Request extends CommonOptions, PromiseOptions {
  readonly isotonic?: boolean
  readonly alphaSource?: AlphaSource
}

/** The scores it is asked of. */
export interface Scores {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly nominalScores?: NominalScores
  readonly audit?: AuditLabels
}

/** Refuses a request that cannot be, before any file is read. */
export function checkRequest(request: Request): void {
  if (asksForPromise(request) && request.isotonic) {
    throw new XenolithError('bad-option', '--isotonic goes with --q alone: no promise rests on the isotonised CDF')
  }
  checkPromise(request)
}

/** A request in which alpha is a number, or left to an audit. */
export type SettledRequest = Request & { readonly alpha?: number }

/** The certificate that was asked for; a promise that the data cannot carry ends the command with exit status 3. */
export function certificateFor(request: SettledRequest, scores: Scores, terminal: Terminal): Certificate {
  const { alpha, alphaSource } = request
  if (!asksForPromise(request)) {
    return uncertified({ ...scores, alpha: alpha!, alphaSource, q: request.q!, isotonic: request.isotonic })
  }
  const { recall, confidence, method, q } = request
  const certificate = certify({ ...scores, alpha, alphaSource, recall, confidence, method, q })
  if (certificate.certified || certificate.conditional !== undefined) return certificate
  if (request.json) terminal.json(refusalJson(certificate))
  throw refusalError(certificate)
}

/** A certificate in words: the promise with its condition and its numbers, or the estimate in a line. */
export function certificateWords(certificate: Certificate): string {
  return hasTerms(certificate) ? describeCertificate(certificate).join('\n') : estimateLine(certificate)
}
