import { exactPValueAt } from './rank-test.js'
import { rankAtRate } from './ranks.js'
import { mixtureCounter } from './ties.js'

/*
 * A lower bound on alpha that assumes nothing about the aliens: Fm >= (1-alpha) F0 at every threshold, so a threshold with
 * Fm well below F0 refutes a small alpha.
 */

/** False alarm rates at whose nominal ranks the exact bound looks, fixed beforehand. */
const RATES: readonly number[] = [0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01]

/**
 * Exact: at the nominal score of a fixed rank, alpha <= a says that the number of mixture scores at or below it is at
 * least Bin(nm, (1-a) V), V ~ Beta(k, n0+1-k). The bound is the largest a refuted at any of m ranks, at level delta/m each.
 * Ascending samples; fails with probability at most delta.
 */
export function alphaLowerBound(nominal: Float64Array, mixture: Float64Array, delta: number): number {
  const n0 = nominal.length
  const nm = mixture.length
  const ranks = [...new Set(RATES.map((rate) => rankAtRate(n0, rate)))].sort((a, b) => a - b)
  const countMixture = mixtureCounter(nominal, mixture)
  let best = 0
  for (const k of ranks) {
    const bm = countMixture(k)
    const level = delta / ranks.length
    const refuted = (alpha: number): boolean => exactPValueAt({ k, n0, bm, nm, alpha, eta: 0 }, level) <= level
    if (!refuted(best)) continue
    let low = best
    let high = 1
    while (high - low > 1e-5) {
      const a = (low + high) / 2
      if (refuted(a)) low = a
      else high = a
    }
    best = low
  }
  return best
}
