import type { Samples } from '../cdf/samples.js'
import { expect } from '../errors.js'
import type { Separation } from './certificate.js'
import { separationBoundAtQuantile } from './separation-bound.js'

/** What of delta the bound on alpha takes; the certificate has the rest. An alpha that is x % too large costs about x points of miss rate, so the bound may not be starved. */
const BOUND_SHARE = 0.5
/** No share of aliens is taken to be smaller than this. */
const LEAST_ALPHA = 1e-4

export interface BoundedAlpha {
  readonly alpha: number
  /** What is recorded: the assumption, and what the bound spent. */
  readonly separation: Separation & { readonly delta: number }
  /** The assumption in words. */
  readonly assumption: string
}

/**
 * Alpha bounded under the assumption of separation, on the data that certify, with a part of delta. Union bound: either the bound is below the true share, with probability at
 * most its part, or the exact tests hold for the true share too, because their p-values rise with alpha at fixed ranks and levels. So the schedule must not
 * depend on the bound (ALPHA_BEFOREHAND).
 */
export function boundUnder(samples: Samples, { quantile, rho }: Separation, delta: number): BoundedAlpha {
  const spent = BOUND_SHARE * delta
  const { upper, assumption } = separationBoundAtQuantile(samples, { quantile, rho, delta: spent })
  return { alpha: Math.max(LEAST_ALPHA, upper), separation: { quantile, rho, delta: spent }, assumption }
}

export function checkSeparation({ quantile, rho }: Separation): void {
  expect(quantile > 0 && quantile < 1, 'bad-option', `the quantile of a separation must be in (0, 1), got ${quantile}`)
  expect(rho >= 0 && rho < 1, 'bad-option', `rho must be in [0, 1), got ${rho}`)
}
