import {
  type AuditLabels,
  type Certificate,
  certify,
  type NominalScores,
  uncertified,
  XenolithError,
} from '@xenolith/core'
import { describeCertificate } from './describe.js'
import { asksForPromise, type CommonOptions, checkPromise, type PromiseOptions } from './options.js'
import { estimateLine, refusalError, refusalJson } from './refuse.js'
import type { Terminal } from './terminal.js'

/** What a command asks of scores: a promise, or Algorithm 1 alone. */
export interface Request extends CommonOptions, PromiseOptions {
  readonly isotonic?: boolean
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

/** The certificate that was asked for; a promise that the data cannot carry ends the command with exit status 3. */
export function certificateFor(request: Request, scores: Scores, terminal: Terminal): Certificate {
  if (!asksForPromise(request)) {
    return uncertified({ ...scores, alpha: request.alpha!, q: request.q!, isotonic: request.isotonic })
  }
  const { alpha, recall, confidence, method, q } = request
  const certificate = certify({ ...scores, alpha, recall, confidence, method, q })
  if (certificate.certified) return certificate
  if (request.json) terminal.json(refusalJson(certificate))
  throw refusalError(certificate)
}

/** A certificate in words: the promise with its numbers, or the estimate in a line. */
export function certificateWords(certificate: Certificate): string {
  return certificate.certified ? describeCertificate(certificate).join('\n') : estimateLine(certificate)
}
