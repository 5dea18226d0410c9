import { isotonicRegression } from '../numeric/isotonic.js'
import { type PooledCounts, pooledCounts } from './pooled.js'

/** The three CDFs at the distinct pooled scores, ascending. */
export interface AlienCdf {
  readonly score: Float64Array
  readonly f0: Float64Array
  readonly fm: Float64Array
  /** Fa = (Fm - (1 - alpha) F0) / alpha: a difference of two noisy estimates, so it may fall, or leave [0, 1]. */
  readonly fa: Float64Array
  /** The legal CDF nearest to `fa`: isotonised over the pooled scores, each counting once, then clipped to [0, 1]. */
  readonly faIsotonic: Float64Array
}

/**
 * The empirical alien CDF of two ascending samples (equation 1 of the paper) and its isotonised, clipped variant.
 *
 * @example
 * ```ts
 * alienCdf(Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 2, 8, 9), 0.5).fa // => Float64Array(6) [ 0.25, 0.5, 0.25, 0, 0.5, 1 ]
 * ```
 */
export function alienCdf(nominal: Float64Array, mixture: Float64Array, alpha: number): AlienCdf {
  const counts = pooledCounts(nominal, mixture)
  return { score: counts.score, ...alienCdfOf(counts, [nominal.length, mixture.length], alpha) }
}

/** The same at any ascending scores, from how many of the n0 and nm scores are at most each; one weighs as much as all since the one before. */
export function alienCdfOf(
  counts: Pick<PooledCounts, 'nominal' | 'mixture'>,
  [n0, nm]: readonly [number, number],
  alpha: number,
): Omit<AlienCdf, 'score'> {
  const f0 = counts.nominal.map((b0) => b0 / n0)
  const fm = counts.mixture.map((bm) => bm / nm)
  const fa = f0.map((f, i) => (fm[i] - (1 - alpha) * f) / alpha)
  const pooled = counts.nominal.map((b0, i) => b0 + counts.mixture[i])
  const weights = pooled.map((upTo, i) => upTo - (pooled[i - 1] ?? 0))
  const faIsotonic = isotonicRegression(fa, weights).map((f) => Math.min(1, Math.max(0, f)))
  return { f0, fm, fa, faIsotonic }
}
