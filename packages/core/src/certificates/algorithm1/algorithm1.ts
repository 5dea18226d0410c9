import type { Pair } from '../../cdf/cuts.js'
import { checkScores, shareAbove } from '../../cdf/empirical.js'
import { prepare, type Scores } from '../../cdf/samples.js'
import { checkAlpha, checkQ } from '../checks.js'
import { bucketThreshold } from './bucket-threshold.js'
import { excessOver, walkDown } from './excess.js'

/** How Algorithm 1 is asked. */
export interface Ask {
  readonly alpha: number
  readonly q: number
  /** Read the threshold off the isotonised, clipped alien CDF instead. */
  readonly isotonic?: boolean
}

export type ThresholdInput = Scores & Ask

export interface Threshold {
  /** Alarm when score > tau; -Infinity when no score qualifies, so that everything alarms. */
  readonly tau: number
  readonly alpha: number
  readonly q: number
  readonly isotonic: boolean
  readonly n0: number
  readonly nm: number
  /** Estimates: the share of each sample above tau. */
  readonly falseAlarmRate: number
  readonly alarmRate: number
}

/**
 * Algorithm 1 of the paper: tau = max{u in S : Fa_hat(u) <= q} over the pooled scores S.
 *
 * @example
 * ```ts
 * threshold({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9], alpha: 0.5, q: 0 }).tau // => 4
 * ```
 */
export function threshold(input: ThresholdInput): Threshold {
  const { alpha, q, isotonic = false } = input
  checkAlpha(alpha)
  checkQ(q)
  if (input.samples !== undefined) return thresholdOf(input.samples, input)
  checkScores(input.nominal, 'nominal')
  checkScores(input.mixture, 'mixture')
  const quick = isotonic ? undefined : bucketThreshold(input.nominal, input.mixture, alpha, q)
  if (quick === undefined) return thresholdOf(prepare(input.nominal, input.mixture), input)
  const { tau, falseAlarms, alarms } = quick
  const n0 = input.nominal.length
  const nm = input.mixture.length
  return { tau, alpha, q, isotonic, n0, nm, falseAlarmRate: falseAlarms / n0, alarmRate: alarms / nm }
}

/** `threshold` on prepared samples. */
export function thresholdOf(samples: Pair, { alpha, q, isotonic = false }: Ask): Threshold {
  const { nominal, mixture } = samples
  const tau = isotonic ? isotonicThreshold(samples, alpha, q) : rawThreshold(samples, alpha, q)
  return {
    tau,
    alpha,
    q,
    isotonic,
    n0: nominal.length,
    nm: mixture.length,
    falseAlarmRate: shareAbove(nominal, tau),
    alarmRate: shareAbove(mixture, tau),
  }
}

/** Algorithm 1: walks down from the largest pooled score to the first that qualifies. */
export function rawThreshold(samples: Pair, alpha: number, q: number): number {
  const excess = excessOver(samples.nominal.length, samples.mixture.length, alpha, q)
  return walkDown(samples, excess)?.tau ?? Number.NEGATIVE_INFINITY
}

/**
 * The same rule on the isotonised CDF, without computing it. The least-squares monotone fit g of values v is <= q
 * exactly up to the last minimum of the running sum of (v - q): before it every block ends with a non-positive sum,
 * after it every block starts with a positive one. Clipping to [0, 1] does not move a level q in [0, 1). Each pooled
 * score counts once, so tied scores weigh as often as they occur. It reads every score.
 */
export function isotonicThreshold({ nominal, mixture, cuts }: Pair, alpha: number, q: number): number {
  let known = true
  for (let k = 0; k + 1 < cuts.nominal.length; k++) known = cuts.open(k) && known
  if (!known) return Number.NEGATIVE_INFINITY
  const n0 = nominal.length
  const nm = mixture.length
  const { exact } = excessOver(n0, nm, alpha, q)
  let tau = Number.NEGATIVE_INFINITY
  let sum = 0n
  let least = 0n
  for (let i = 0, j = 0; i < n0 || j < nm; ) {
    const before = i + j
    const u = i < n0 && (j === nm || nominal.at(i) <= mixture.at(j)) ? nominal.at(i) : mixture.at(j)
    while (i < n0 && nominal.at(i) <= u) i++
    while (j < nm && mixture.at(j) <= u) j++
    sum += exact(i, j) * BigInt(i + j - before)
    if (sum <= least) {
      least = sum
      tau = u
    }
  }
  return tau
}
