import { orderedSample } from '../cdf/ordered-sample.js'
import { asSamples, type Samples, type ScoreArrays } from '../cdf/samples.js'
import { log } from '../numeric/elementary.js'
import type { Method } from './estimator.js'
import { scoreMethod } from './score-method.js'

export interface BestBinEstimate {
  /** An estimate of alpha, not a bound: it is right only if no alien scores at or below `t`. */
  readonly alpha: number
  /** Where alpha would lie with probability 1 - delta if that were so. */
  readonly interval: readonly [number, number]
  /** The end of the best bin. */
  readonly t: number
  readonly guarantee: false
}

/** The paper's constant: how much the width of the interval weighs against the ratio. */
const GAMMA = 0.01

/**
 * Best bin estimation (Garg, Wu, Smola, Balakrishnan & Lipton, NeurIPS 2021) with nominals in the role of their positives:
 * 1 - alpha is estimated by Fm_hat(t)/F0_hat(t) at the t that minimises its upper confidence bound
 * Fm_hat/F0_hat + (1 + GAMMA)/F0_hat (e0 + em), e = sqrt(ln(4/delta) / (2n)).
 */
export function bestBinEstimate(scores: Samples | ScoreArrays, delta: number): BestBinEstimate {
  return bestBin(asSamples(scores), delta)
}

function bestBin({ nominal, mixture }: Pick<Samples, 'nominal' | 'mixture'>, delta: number): BestBinEstimate {
  const n0 = nominal.length
  const nm = mixture.length
  const e0 = Math.sqrt(log(4 / delta) / (2 * n0))
  const em = Math.sqrt(log(4 / delta) / (2 * nm))
  let least = Number.POSITIVE_INFINITY
  let t = nominal.at(n0 - 1)
  let f0 = 1
  let fm = 1
  for (let i = 0, j = 0; i < n0; ) {
    const score = nominal.at(i)
    while (i < n0 && nominal.at(i) === score) i++
    while (j < nm && mixture.at(j) <= score) j++
    const upper = j / nm / (i / n0) + ((1 + GAMMA) * (e0 + em)) / (i / n0)
    if (upper < least) {
      least = upper
      t = score
      f0 = i / n0
      fm = j / nm
    }
  }
  const clip = (x: number): number => Math.min(1, Math.max(0, x))
  const low = f0 - e0 > 0 ? clip(1 - (fm + em) / (f0 - e0)) : 0
  return { alpha: clip(1 - fm / f0), interval: [low, clip(1 - (fm - em) / (f0 + e0))], t, guarantee: false }
}

/** The level of the bounds that choose the bin. */
const DELTA = 0.1

export const bbe: Method = scoreMethod(
  'Best bin estimation',
  'Compares the shares of both samples below a threshold, the one whose upper confidence bound on 1 - alpha is least. Right only if no alien scores that low; too low otherwise.',
  (nominal, mixture) => bestBin({ nominal: orderedSample(nominal), mixture: orderedSample(mixture) }, DELTA).alpha,
)
