import { isotonicRegression } from '../numeric/isotonic.js'
import { pooledCounts } from './pooled.js'

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

/** The empirical alien CDF of two ascending samples (equation 1 of the paper) and its isotonised, clipped variant. */
export function alienCdf(nominal: Float64Array, mixture: Float64Array, alpha: number): AlienCdf {
  const counts = pooledCounts(nominal, mixture)
  const size = counts.score.length
  const f0 = counts.nominal.map((b0) => b0 / nominal.length)
  const fm = counts.mixture.map((bm) => bm / mixture.length)
  const fa = f0.map((f, i) => (fm[i] - (1 - alpha) * f) / alpha)
  const ties = new Float64Array(size)
  for (let i = 0, before = 0; i < size; i++) {
    const upTo = counts.nominal[i] + counts.mixture[i]
    ties[i] = upTo - before
    before = upTo
  }
  const faIsotonic = isotonicRegression(fa, ties).map((f) => Math.min(1, Math.max(0, f)))
  return { score: counts.score, f0, fm, fa, faIsotonic }
}
