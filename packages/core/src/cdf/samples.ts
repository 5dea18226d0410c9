import { type Cuts, evenCuts } from './cuts.js'
import { sortScores } from './empirical.js'
import { largestGap } from './largest-gap.js'
import { type OrderedSample, orderedSample } from './ordered-sample.js'
import { tieSeed } from './tie-seed.js'

/**
 * Nominal and mixture scores, checked and ordered once: what certificates, bounds on alpha, evidence and thresholds are made
 * from. Made by `prepare`, or by whoever holds scores too many for one machine.
 */
export interface Samples {
  readonly nominal: OrderedSample
  readonly mixture: OrderedSample
  /** Where both can be cut at one score, so that what walks over all scores can skip most of them. */
  readonly cuts: Cuts
  /** The largest Fm_hat(t) - F0_hat(t) over all t, or 0: how far the samples are from admissibility. */
  readonly worstGap: number
  /** Fair bits from the order of the rows, to break ties with; null where the order has too few. */
  readonly ties: number | null
  /** The score of a mixture row by its position, from 0, for audits; null where rows have no position. */
  readonly scoreOfRow: ((row: number) => number) | null
}

/** Two samples of scores in the order of their rows. */
export interface ScoreArrays {
  readonly nominal: ArrayLike<number>
  readonly mixture: ArrayLike<number>
}

/** Where a public function takes scores: as arrays, or prepared. */
export type Scores = (ScoreArrays & { readonly samples?: undefined }) | { readonly samples: Samples }

/**
 * Checks and sorts the scores of both samples, once for everything that is asked of them. Give them in the order of their
 * rows, which breaks ties, or with bits of your own for that (`ties`).
 *
 * @example
 * ```ts
 * prepare([3, 1, 2], [1, 2, 8, 9]).nominal.at(0) // => 1
 * ```
 */
export function prepare(
  nominal: ArrayLike<number>,
  mixture: ArrayLike<number>,
  ties: number | null = tieSeed(nominal, mixture),
): Samples {
  const ordered = {
    nominal: orderedSample(sortScores(nominal, 'nominal')),
    mixture: orderedSample(sortScores(mixture, 'mixture')),
  }
  const cut = { ...ordered, cuts: evenCuts(ordered) }
  return { ...cut, worstGap: largestGap(cut), ties, scoreOfRow: (row) => mixture[row] }
}

/** The prepared samples of an argument that may hold arrays instead. */
export function samplesIn(scores: Scores): Samples {
  return scores.samples ?? prepare(scores.nominal, scores.mixture)
}

/** The same for samples given by themselves. */
export function asSamples(scores: Samples | ScoreArrays): Samples {
  return 'worstGap' in scores ? scores : prepare(scores.nominal, scores.mixture)
}

/** The largest score of both samples that is below `value`; -Infinity when there is none. */
export function largestBelow({ nominal, mixture }: Samples, value: number): number {
  const i = nominal.countBelow(value)
  const j = mixture.countBelow(value)
  return Math.max(
    i > 0 ? nominal.at(i - 1) : Number.NEGATIVE_INFINITY,
    j > 0 ? mixture.at(j - 1) : Number.NEGATIVE_INFINITY,
  )
}
