import { rankAtRate } from '../certificates/exact-ranks.js'
import { exactPValueAt } from '../certificates/exact-test.js'
import { mixtureCounter } from '../certificates/exact-ties.js'
import { log } from '../numeric/elementary.js'
import { minimise } from '../numeric/minimise.js'

/*
 * Lower bounds on alpha that assume nothing about the aliens: Fm >= (1-alpha) F0 at every threshold, so a threshold with
 * Fm well below F0 refutes a small alpha. (No distribution-free upper bound exists: Blanchard, Lee & Scott, JMLR 11, 2010,
 * Theorem 9.)
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

/**
 * Blanchard, Lee & Scott: 1 - alpha <= Fm/F0 <= (Fm_hat + em) / (F0_hat - e0) for all thresholds at once, with one-sided
 * Dvoretzky-Kiefer-Wolfowitz bands at levels (1-d0)(1-dm) = 1-delta, split so that em + e0 is least.
 */
export function alphaLowerBoundDkw(nominal: Float64Array, mixture: Float64Array, delta: number): number {
  const n0 = nominal.length
  const nm = mixture.length
  const widths = (wantedDm: number): readonly [number, number] => {
    const dm = Math.min(wantedDm, 0.5)
    const d0 = Math.min((delta - dm) / (1 - dm), 0.5)
    return [Math.sqrt(log(1 / dm) / (2 * nm)), Math.sqrt(log(1 / d0) / (2 * n0))]
  }
  const sum = (dm: number): number => widths(dm)[0] + widths(dm)[1]
  const [em, e0] = widths(minimise(sum, 0, delta))
  let least = 1
  for (let i = 0, j = 0; i < n0; ) {
    const t = nominal[i]
    while (nominal[i] === t) i++
    while (mixture[j] <= t) j++
    const f0 = i / n0 - e0
    if (f0 > 0) least = Math.min(least, (j / nm + em) / f0)
  }
  return 1 - least
}
