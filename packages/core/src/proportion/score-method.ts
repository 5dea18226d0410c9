import { sortScores } from '../cdf/empirical.js'
import type { Method, Prepared, RowsAndScores } from './estimator.js'
import { resample } from './resample.js'

/** Ascending samples; or the reason why they cannot be used. */
export function usableScores({ nominal, mixture }: RowsAndScores): readonly [Float64Array, Float64Array] | string {
  const a = sortScores(nominal, 'nominal')
  const b = sortScores(mixture, 'mixture')
  const first = a[0]
  return a[a.length - 1] === first && b[0] === first && b[b.length - 1] === first
    ? 'every score is the same: they say nothing about alpha'
    : [a, b]
}

/** An estimator that is a plain function of two ascending samples of scores. */
export function scoreMethod(
  title: string,
  about: string,
  estimate: (nominal: Float64Array, mixture: Float64Array) => number,
): Method {
  const prepare = (samples: RowsAndScores): Prepared | string => {
    const scores = usableScores(samples)
    if (typeof scores === 'string') return scores
    const [nominal, mixture] = scores
    return {
      alpha: estimate(nominal, mixture),
      again: (random) => estimate(resample(nominal, random), resample(mixture, random)),
    }
  }
  return { title, needs: 'scores', largest: null, about, prepare }
}
