import { largestGap } from '../cdf/largest-gap.js'
import { asSamples, type Samples, type ScoreArrays } from '../cdf/samples.js'
import { exp } from '../numeric/elementary.js'
import type { Admissibility } from './certificate.js'

const LEVEL = 0.05

/**
 * Tests F0(t) >= Fm(t) for all t. If it holds, Fm_hat - F0_hat can exceed d somewhere only if one of the samples strays
 * from its CDF; dividing d between the two one-sided Dvoretzky-Kiefer-Wolfowitz bounds so that both are equal gives the
 * bound 2 exp(-2 d^2 n0 nm / (sqrt n0 + sqrt nm)^2).
 *
 * @example
 * ```ts
 * testAdmissibility({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9] }).ok // => true
 * ```
 */
export function testAdmissibility(scores: Samples | ScoreArrays): Admissibility {
  const { nominal, mixture, worstGap } = asSamples(scores)
  const n0 = nominal.length
  const nm = mixture.length
  const spread = Math.sqrt(n0) + Math.sqrt(nm)
  const scaled = (worstGap * worstGap * n0 * nm) / (spread * spread)
  const pValue = Math.min(1, 2 * exp(-2 * scaled))
  return { ok: pValue > LEVEL, worstGap, pValue }
}

/**
 * Whether the mixture scores lower than the nominal rows beyond chance, and more so than it scores higher anywhere: then it is rather the nominal file that holds aliens. Scores of rows that
 * trained the detector are a little higher than those of new rows, so that a refuted admissibility alone says little.
 */
export function seemReversed(samples: Samples): boolean {
  if (testAdmissibility(samples).ok) return false
  return samples.worstGap > largestDeficit(samples)
}

/** How much higher the mixture scores at most: the largest F0_hat - Fm_hat. */
function largestDeficit({ nominal, mixture, cuts }: Samples): number {
  const open = (k: number): boolean => cuts.open(k)
  return largestGap({
    nominal: mixture,
    mixture: nominal,
    cuts: { nominal: cuts.mixture, mixture: cuts.nominal, open },
  })
}

/** Whether both samples hold the same scores, not all equal: as where one file was given twice. */
export function seemTheSame(samples: Samples): boolean {
  const { nominal, mixture, worstGap } = samples
  const { length } = nominal
  if (mixture.length !== length || worstGap > 0 || nominal.at(0) === nominal.at(length - 1)) return false
  return !(largestDeficit(samples) > 0)
}
