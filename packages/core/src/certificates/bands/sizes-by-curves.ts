import type { Samples } from '../../cdf/samples.js'
import { normalQuantile } from '../../numeric/normal.js'
import { deviationAt } from '../exact/planning.js'
import { largerSizes, observedMissRate, POWER, RATES } from '../observed.js'
import type { Sizes } from '../planner.js'
import type { Bands } from './band-threshold.js'

/** The bands of sizes, and what they leave of eta for Algorithm 1's q: less than nothing where they are too wide. */
export type BandsOf = (sizes: Sizes) => Bands & { readonly q: number }

/**
 * The smallest sizes whose bands would carry the promise by the observed curves: `least`, those that make the bands narrow enough, or larger ones in their ratio where
 * the detector misses some aliens; null when none would: the detector is the limit. Both conditions of band-threshold.ts have to hold at the threshold that
 * Algorithm 1 would take. Advice: no certificate rests on it.
 */
export function bandSizesByCurves(samples: Samples, alpha: number, least: Sizes, bandsOf: BandsOf): Sizes | null {
  const { nominal, mixture } = samples
  const missAt = observedMissRate(samples, alpha)
  const enough = (sizes: Sizes): boolean => {
    const { q, e0, em } = bandsOf(sizes)
    // New samples scatter about these curves.
    const missedBy = (rate: number): number =>
      missAt(rate) + normalQuantile(POWER) * deviationAt({ ...sizes, alpha }, rate, missAt(rate))
    const rate = RATES.find((tried) => missedBy(tried) <= q)
    return rate !== undefined && em + e0 <= alpha * (1 - rate - missAt(rate))
  }
  const more = least.n0 > nominal.length || least.nm > mixture.length
  return more && enough(least) ? least : largerSizes(more ? least : atHand(samples, least), enough)
}

/** The smallest sizes in the ratio of these that are no smaller than the samples. */
function atHand({ nominal, mixture }: Samples, { n0, nm }: Sizes): Sizes {
  const factor = Math.max(nominal.length / n0, mixture.length / nm)
  return { n0: Math.ceil(factor * n0), nm: Math.ceil(factor * nm) }
}
