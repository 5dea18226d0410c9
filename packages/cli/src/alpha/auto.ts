import {
  type AlphaEvidence,
  alphaLowerBound,
  type EstimatorName,
  type Recommendation,
  recommend,
  type Samples,
  sortScores,
  XenolithError,
} from '@xenolith/core'
import { percent } from '@xenolith/pages'
import { scaled } from '@xenolith/pages/report'
import type { Terminal } from '../terminal.js'
import { estimateAll, evidenceOf } from './estimates.js'

const RESAMPLES = 100
const DEFAULT_CONFIDENCE = 0.95

/** What the authors' rule looks at. */
const CONSULTED: readonly EstimatorName[] = ['bt-patrasen', 'c-ps', 'c-roc']

interface AutoAlpha {
  readonly alpha: number
  readonly alphaSource: 'estimate'
  readonly evidence: AlphaEvidence
}

/** The alpha that was given, or estimated where `auto` was; undefined where an audit takes its place. */
export async function settleAlpha(
  options: { readonly alpha?: number | 'auto'; readonly seed: number; readonly confidence?: number },
  samples: Samples,
  terminal: Terminal,
): Promise<Partial<AutoAlpha>> {
  return options.alpha === 'auto' ? autoAlpha(samples, options, terminal) : { alpha: options.alpha }
}

/** The recommended estimate, inflated; or exit status 3 when there is none to build on. */
async function autoAlpha(
  samples: Samples,
  { seed, confidence = DEFAULT_CONFIDENCE }: { readonly seed: number; readonly confidence?: number },
  terminal: Terminal,
): Promise<AutoAlpha> {
  const names = samples.rows === undefined ? CONSULTED.filter((name) => name === 'bt-patrasen') : CONSULTED
  const estimates = await estimateAll(names, samples, { seed, bootstrap: RESAMPLES, confidence }, terminal)
  const recommended = recommend(estimates)
  if (recommended === null) {
    const reasons = estimates.flatMap((each) => (each.alpha === null ? [`${each.name}: ${each.reason}`] : []))
    throw new XenolithError('no-estimate', `alpha cannot be estimated from these data (${reasons.join('; ')})`)
  }
  const nominal = sortScores(samples.nominal, 'nominal')
  const mixture = sortScores(samples.mixture, 'mixture')
  const lowerBound = alphaLowerBound(nominal, mixture, 1 - confidence)
  const { alpha, words } = inflate(recommended, lowerBound)
  if (!(alpha > 0)) {
    throw new XenolithError(
      'no-estimate',
      `${recommended.name} finds no alien in the mixture, up to the end of its interval: there is no alpha to promise with`,
    )
  }
  terminal.note(
    `alpha = ${alpha}, ${words} (${recommended.reason}; intervals of ${percent(confidence)}). It is estimated, not proved: if more of the mixture is alien, the promise is broken.`,
  )
  return { alpha, alphaSource: 'estimate', evidence: evidenceOf(estimates, recommended, confidence) }
}

/** The upper end of the interval, but never what the data refute; to four digits, upwards. */
export function inflate(
  { name, upper }: Pick<Recommendation, 'name' | 'upper'>,
  lowerBound: number,
): { readonly alpha: number; readonly words: string } {
  return upper >= lowerBound
    ? { alpha: roundUp(upper), words: `the upper end of the interval of ${name}` }
    : { alpha: roundUp(lowerBound), words: `the certified lower bound, which lies above the interval of ${name}` }
}

function roundUp(x: number): number {
  return Math.min(1, Math.ceil(scaled(x)) / 1e4)
}
