import type { Samples } from '../../cdf/samples.js'
import { waitingCdf } from '../../numeric/hypergeometric.js'
import { rankAtRate } from '../walk/ranks.js'
import { mixtureCounts } from '../walk/ties.js'

/** Covers the rounding of the sums. */
const ROUNDING = 1 + 1e-8
/** False alarm rates at whose nominal ranks the bound looks, fixed beforehand. */
const RATES: readonly number[] = [0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01]

/**
 * How many of the mixture rows are alien, at least, assuming nothing about the aliens; fails with probability at most delta. If at most A are, nm - A rows are nominal, and
 * at the nominal score of a fixed rank at least M of them lie at or below it, M negative hypergeometric: A is refuted when P(M <= B) is at most the level, delta over the
 * number of ranks. P(M <= B) rises in A.
 */
export function aliensLowerBound(samples: Samples, delta: number): number {
  const n0 = samples.nominal.length
  const nm = samples.mixture.length
  const ranks = [...new Set(RATES.map((rate) => rankAtRate(n0, rate)))].sort((a, b) => a - b)
  const counts = mixtureCounts(samples, ranks)
  const level = delta / ranks.length
  let refuted = -1
  ranks.forEach((k, i) => {
    const refutes = (aliens: number): boolean =>
      aliens < nm && waitingCdf(counts[i], k, n0, nm - aliens) * ROUNDING <= level
    if (!refutes(refuted + 1)) return
    let low = refuted + 1
    let high = nm
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (refutes(middle)) low = middle
      else high = middle
    }
    refuted = low
  })
  return refuted + 1
}
