import { shareAbove, sortScores } from '../cdf/empirical.js'
import { decimalFraction } from '../numeric/decimal.js'
import { checkAlpha, checkQ } from './checks.js'

export interface ThresholdInput {
  readonly nominal: ArrayLike<number>
  readonly mixture: ArrayLike<number>
  readonly alpha: number
  readonly q: number
  /** Read the threshold off the isotonised, clipped alien CDF instead. */
  readonly isotonic?: boolean
}

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
 * threshold({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9], alpha: 0.5, q: 0 }).tau // 4
 */
export function threshold(input: ThresholdInput): Threshold {
  const { alpha, q, isotonic = false } = input
  checkAlpha(alpha)
  checkQ(q)
  const nominal = sortScores(input.nominal, 'nominal')
  const mixture = sortScores(input.mixture, 'mixture')
  return sortedThreshold(nominal, mixture, alpha, q, isotonic)
}

/** `threshold` on ascending samples. */
export function sortedThreshold(
  nominal: Float64Array,
  mixture: Float64Array,
  alpha: number,
  q: number,
  isotonic: boolean,
): Threshold {
  const tau = isotonic ? isotonicThreshold(nominal, mixture, alpha, q) : rawThreshold(nominal, mixture, alpha, q)
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

/** Algorithm 1 on ascending samples: walks down from the largest pooled score to the first that qualifies. */
export function rawThreshold(nominal: Float64Array, mixture: Float64Array, alpha: number, q: number): number {
  const excess = excessOver(nominal.length, mixture.length, alpha, q)
  let i = nominal.length
  let j = mixture.length
  while (i > 0 || j > 0) {
    const u = i === 0 || mixture[j - 1] > nominal[i - 1] ? mixture[j - 1] : nominal[i - 1]
    if (excess.atMostZero(i, j)) return u
    while (i > 0 && nominal[i - 1] === u) i--
    while (j > 0 && mixture[j - 1] === u) j--
  }
  return Number.NEGATIVE_INFINITY
}

/**
 * The same rule on the isotonised CDF, without computing it. The least-squares monotone fit g of values v is <= q
 * exactly up to the last minimum of the running sum of (v - q): before it every block ends with a non-positive sum,
 * after it every block starts with a positive one. Clipping to [0, 1] does not move a level q in [0, 1). Each pooled
 * score counts once, so tied scores weigh as often as they occur.
 */
export function isotonicThreshold(nominal: Float64Array, mixture: Float64Array, alpha: number, q: number): number {
  const { exact } = excessOver(nominal.length, mixture.length, alpha, q)
  let tau = Number.NEGATIVE_INFINITY
  let sum = 0n
  let least = 0n
  for (let i = 0, j = 0; i < nominal.length || j < mixture.length; ) {
    const before = i + j
    const u = j === mixture.length || nominal[i] <= mixture[j] ? nominal[i] : mixture[j]
    while (nominal[i] <= u) i++
    while (mixture[j] <= u) j++
    sum += exact(i, j) * BigInt(i + j - before)
    if (sum <= least) {
      least = sum
      tau = u
    }
  }
  return tau
}

interface Excess {
  atMostZero(b0: number, bm: number): boolean
  exact(b0: number, bm: number): bigint
}

/**
 * The sign of Fa_hat - q where b0 nominal and bm mixture scores are <= u, decided on the counts:
 * Fa_hat <= q  <=>  bm n0 - (1 - alpha) b0 nm - alpha q n0 nm <= 0. Floating point decides when the difference is far
 * above its rounding error; integers decide the rest, with alpha and q taken as the decimals they were written as.
 */
function excessOver(n0: number, nm: number, alpha: number, q: number): Excess {
  const a = decimalFraction(alpha)
  const level = decimalFraction(q)
  const scale = a.denominator * level.denominator
  const mixtureUnit = BigInt(n0) * scale
  const nominalUnit = BigInt(nm) * (a.denominator - a.numerator) * level.denominator
  const constant = BigInt(n0) * BigInt(nm) * a.numerator * level.numerator
  const exact = (b0: number, bm: number): bigint => BigInt(bm) * mixtureUnit - BigInt(b0) * nominalUnit - constant
  const doubtful = 1e-12 * n0 * nm
  const allowance = alpha * q * n0 * nm
  const atMostZero = (b0: number, bm: number): boolean => {
    const rough = bm * n0 - (1 - alpha) * b0 * nm - allowance
    return Math.abs(rough) > doubtful ? rough < 0 : exact(b0, bm) <= 0n
  }
  return { atMostZero, exact }
}
