import {
  type AlphaEvidence,
  type AlphaSource,
  alphaLowerBound,
  type Estimate,
  type EstimatorName,
  type Refusal as NoEstimate,
  type Recommendation,
  type RowsAndScores,
  recommend,
  type Samples,
  XenolithError,
} from '@xenolith/core'
import type { Work } from '../listener.js'
import type { Terms } from '../request.js'
import { estimateEach, evidenceOf } from './estimates.js'

const RESAMPLES = 100
const DEFAULT_CONFIDENCE = 0.95

/** What the authors' rule looks at. */
const CONSULTED: readonly EstimatorName[] = ['bt-patrasen', 'c-ps', 'c-roc']

/** An alpha to promise with. */
export interface SettledAlpha {
  /** Undefined where an audit takes its place. */
  readonly alpha?: number
  readonly alphaSource?: AlphaSource
  /** The estimates behind it, if it is one. */
  readonly estimates?: AlphaEvidence
}

/** The alpha that was given, or estimated where `auto` was. */
export async function settleAlpha(
  terms: Terms,
  scores: RowsAndScores & { readonly samples: Samples },
  seed: number,
  work: Pick<Work, 'listener' | 'signal'>,
): Promise<SettledAlpha> {
  const { alpha, alphaSource, confidence = DEFAULT_CONFIDENCE } = terms
  return alpha === 'auto' ? autoAlpha(scores, seed, confidence, work) : { alpha, alphaSource }
}

/** The recommended estimate, inflated; refused when there is none to build on. */
async function autoAlpha(
  { samples: prepared, ...samples }: RowsAndScores & { readonly samples: Samples },
  seed: number,
  confidence: number,
  work: Pick<Work, 'listener' | 'signal'>,
): Promise<SettledAlpha> {
  const names = samples.rows === undefined ? CONSULTED.filter((name) => name === 'bt-patrasen') : CONSULTED
  const estimates: (Estimate | NoEstimate)[] = []
  for await (const estimate of estimateEach(names, samples, { seed, bootstrap: RESAMPLES, confidence }, work)) {
    estimates.push(estimate)
  }
  const recommended = recommend(estimates)
  if (recommended === null) {
    const reasons = estimates.flatMap((each) => (each.alpha === null ? [`${each.name}: ${each.reason}`] : []))
    throw new XenolithError('no-estimate', `alpha cannot be estimated from these data (${reasons.join('; ')})`)
  }
  const { alpha, words } = inflate(recommended, alphaLowerBound(prepared, 1 - confidence))
  if (!(alpha > 0)) {
    throw new XenolithError(
      'no-estimate',
      `${recommended.name} finds no alien in the mixture, up to the end of its interval: there is no alpha to promise with`,
    )
  }
  const intervals = `intervals of ${Number((100 * confidence).toFixed(6))} %`
  work.listener.note(
    `alpha = ${alpha}, ${words} (${recommended.reason}; ${intervals}). It is estimated, not proved: if more of the mixture is alien, the promise is broken.`,
  )
  return { alpha, alphaSource: 'estimate', estimates: evidenceOf(estimates, recommended, confidence) }
}

/**
 * The upper end of the interval, but never what the data refute; to four digits, upwards.
 *
 * @example
 * ```ts
 * inflate({ name: 'c-roc', upper: 0.12341 }, 0.05) // => { alpha: 0.1235, words: 'the upper end of the interval of c-roc' }
 * inflate({ name: 'c-roc', upper: 0.04 }, 0.05).alpha // => 0.05
 * ```
 */
export function inflate(
  { name, upper }: Pick<Recommendation, 'name' | 'upper'>,
  lowerBound: number,
): { readonly alpha: number; readonly words: string } {
  return upper >= lowerBound
    ? { alpha: roundUp(upper), words: `the upper end of the interval of ${name}` }
    : { alpha: roundUp(lowerBound), words: `the certified lower bound, which lies above the interval of ${name}` }
}

/** In units of the fourth digit, without the rounding noise of binary fractions: .14 is 1400 of them. */
function roundUp(x: number): number {
  return Math.min(1, Math.ceil(Number((x * 1e4).toPrecision(12))) / 1e4)
}
