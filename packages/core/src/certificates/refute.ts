import type { Samples } from '../cdf/samples.js'
import { expect, XenolithError } from '../errors.js'
import { complement } from './checks.js'
import { aliensLowerBound } from './count/lower-bound.js'
import { alphaLowerBound, refutesAlpha } from './exact/alpha-lower-bound.js'

/** How sure the data must be before they overrule the user. */
const REFUTATION_DELTA = 0.001

/** The data can prove that more than alpha is alien; then no promise may rest on it. */
export function refuteAlpha(samples: Samples, alpha: number): void {
  if (alpha === 1 || !refutesAlpha(samples, alpha, REFUTATION_DELTA)) return
  const shown = Math.floor(alphaLowerBound(samples, REFUTATION_DELTA) * 1e4) / 1e4
  throw new XenolithError(
    'alpha-refuted',
    `alpha = ${alpha} is refuted: with confidence ${complement(REFUTATION_DELTA)}, at least ${shown} of the mixture is alien`,
  )
}

/** The same for a number of rows of this file. */
export function refuteCount(samples: Samples, aliens: number): void {
  const rows = samples.mixture.length
  expect(aliens <= rows, 'bad-argument', `at most ${aliens} aliens were given, but the mixture has ${rows} rows`)
  const least = aliensLowerBound(samples, REFUTATION_DELTA)
  expect(
    least <= aliens,
    'alpha-refuted',
    `at most ${aliens} aliens is refuted: with confidence ${complement(REFUTATION_DELTA)}, at least ${least} of these ${rows} rows are alien`,
  )
}
