import { countBelow } from '../cdf/ordered-sample.js'
import type { Method } from './estimator.js'
import { scoreMethod } from './score-method.js'

/** P-values above this are taken to be those of nominals alone: mixture rows that score below the nominal median. */
const LAMBDA = 0.5

/**
 * Storey's estimate (J. R. Statist. Soc. B 64, 2002) on the conformal p-values of the mixture, the share of nominals that
 * score at least as high. Nominals have uniform p-values, so those above LAMBDA show 1 - alpha. Ascending samples.
 */
export function storeyEstimate(nominal: Float64Array, mixture: Float64Array): number {
  const n0 = nominal.length
  let ordinary = 0
  for (const score of mixture) if ((1 + n0 - countBelow(nominal, score)) / (n0 + 1) > LAMBDA) ordinary++
  return Math.min(1, Math.max(0, 1 - ordinary / mixture.length / (1 - LAMBDA)))
}

export const storey: Method = scoreMethod(
  "Storey's estimate",
  'Compares how many of the mixture and of the nominals score below the nominal median. Right only if no alien scores that low, too low otherwise; noisier than the others. The cheap baseline.',
  storeyEstimate,
)
