import {
  type AlphaEvidence,
  type AuditLabels,
  type Certificate,
  certify,
  hasTerms,
  type NominalScores,
  prepare,
  type RowsAndScores,
  type Samples,
  type Separation,
  uncertified,
} from '@xenolith/core'
import { aliensIn } from './aliens-in.js'
import { settleAlpha } from './alpha/settle.js'
import { asksForPromise } from './check-terms.js'
import { gatesBy } from './gates-by.js'
import { type Listener, silent } from './listener.js'
import { orRefusal, type Refusal } from './refusal.js'
import type { Terms } from './request.js'
import type { Pilot } from './scored.js'

/** The scores that a certificate is asked of, with the rows behind them where they are known. */
export interface ScoresToCertify extends RowsAndScores {
  /** The same scores, if they have been prepared. */
  readonly samples?: Samples
  readonly nominalScores?: NominalScores
  readonly audit?: AuditLabels
  /** Scores of rows that certify nothing: they say where to set out. */
  readonly pilot?: Pilot
}

/** A certificate that promises, on a condition or not, or the estimate of Algorithm 1 that was asked for. */
export interface CertifiedScores {
  readonly refused: false
  readonly certificate: Certificate
  /** Where alpha comes from, if it was estimated. */
  readonly estimates?: AlphaEvidence
}

export interface CertifyOptions {
  readonly seed?: number
  readonly listener?: Listener
  readonly signal?: AbortSignal
}

/**
 * Settles alpha and certifies scores: the end of every study, and all there is to do for scores of one's own detector.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const answer = await certifyScores({ nominal, mixture }, { alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * answer.refused // => false
 * ```
 */
export function certifyScores(
  scores: ScoresToCertify,
  terms: Terms,
  { seed = 1, listener = silent, signal }: CertifyOptions = {},
): Promise<CertifiedScores | Refusal> {
  return orRefusal(async (): Promise<CertifiedScores | Refusal> => {
    const { audit, nominalScores, nominal, mixture, samples = prepare(nominal, mixture) } = scores
    const settled = await settleAlpha(terms, { ...scores, samples }, seed, { listener, signal })
    const { alpha, alphaSource, estimates } = settled
    const shared = { samples, nominalScores, alphaSource }
    if (!asksForPromise(terms, audit !== undefined, listener)) {
      const { q, isotonic } = terms
      return { refused: false, certificate: uncertified({ ...shared, alpha: alpha!, q: q!, isotonic }), estimates }
    }
    const { recall, confidence, method, q, looks } = terms
    const known = { alpha, aliensAtMost: aliensIn(terms, samples.mixture.length), separation: separationOf(terms) }
    const asked = { ...shared, audit, ...known, recall: recall!, confidence: confidence!, method, q, looks }
    const certificate = certify({ ...asked, gates: scores.pilot && gatesBy(scores.pilot, asked) })
    if (hasTerms(certificate)) return { refused: false, certificate, estimates }
    return { refused: true, code: 'not-certifiable', reason: certificate.reason!, certificate }
  })
}

function separationOf({ separation: quantile, rho = 0 }: Terms): Separation | undefined {
  return quantile === undefined ? undefined : { quantile, rho }
}
