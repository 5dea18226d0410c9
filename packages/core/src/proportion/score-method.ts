import { sortScores } from '../cdf/empirical.js'
import { rowKeys } from '../data/copies.js'
import { rowsAlike } from '../data/rows-alike.js'
import type { Method, Prepared, RowsAndScores } from './estimator.js'
import { resample } from './resample.js'

/**
 * Nominal scores in which rows that are alike in great number have the score of their copies in the mixture. Training scores may put them a little higher, past others, as a certificate needs
 * it; to those who ask where the mixture has more rows than the nominal sample, a whole kind of rows would then seem to be alien.
 */
function tiedToCopies({ nominal, mixture, rows }: RowsAndScores): Float64Array {
  if (rows === undefined) return nominal
  const kinds = rowsAlike(rows.nominal)
  if (kinds.length === 0) return nominal
  const scoreOf = new Map(Array.from(rowKeys(rows.mixture), (key, i) => [key, mixture[i]]))
  const keys = rowKeys(rows.nominal)
  const tied = nominal.slice()
  for (const kind of kinds) for (const i of kind) tied[i] = scoreOf.get(keys[i]) ?? tied[i]
  return tied
}

/** Ascending samples; or the reason why they cannot be used. */
export function usableScores(samples: RowsAndScores): readonly [Float64Array, Float64Array] | string {
  const { mixture } = samples
  const a = sortScores(tiedToCopies(samples), 'nominal')
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
