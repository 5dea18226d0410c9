import { exp, log } from '../../numeric/elementary.js'
import { minimise } from '../../numeric/minimise.js'
import { normalCdf, normalQuantile } from '../../numeric/normal.js'
import type { Sizes } from '../planner.js'
import { chooseGates, normalMissRate, TYPICAL_SEPARATION } from '../walk/gates.js'
import { type Design, gateTask, missRateDeviation } from './start.js'

/*
 * Planning for the exact certificate. Powers are normal approximations (within a point or two of simulation): they say
 * what to expect, the certificate itself does not rest on them. Quality is the separation d of a detector with normal
 * scores, aliens d deviations above nominals.
 */

export interface Terms {
  readonly alpha: number
  readonly eta: number
  readonly delta: number
}

/** What a row of each sample costs, in any unit. */
export interface Costs {
  readonly nominal: number
  readonly mixture: number
}

/** The separation of a detector that misses eta of the aliens at this false alarm rate. */
export function separationOf(falseAlarmRate: number, eta: number): number {
  return -normalQuantile(falseAlarmRate) - normalQuantile(eta)
}

/** The standard deviation of Fa_hat where F0 = 1 - rate and the true miss rate is `miss`. */
export function deviationAt(
  { alpha, n0, nm }: Pick<Design, 'alpha' | 'n0' | 'nm'>,
  rate: number,
  miss: number,
): number {
  const p = 1 - rate
  const pm = (1 - alpha) * p + alpha * miss
  return Math.sqrt((pm * (1 - pm)) / nm + ((1 - alpha) * (1 - alpha) * p * (1 - p)) / n0) / alpha
}

/** The chance that the exact certificate is issued in the tail, at a false alarm rate of about 5 % or less. */
export function exactPower(design: Design, separation: number = TYPICAL_SEPARATION): number {
  const [{ rate, share }] = chooseGates(gateTask(design))
  const miss = normalMissRate(separation, rate)
  const hurdle = normalQuantile(1 - share * design.delta) * missRateDeviation(design, 1 - rate)
  return normalCdf((design.eta - miss - hurdle) / deviationAt(design, rate, miss))
}

/** The chance that Algorithm 1 with q = eta - epsilon (theorem1, dkw) finds a threshold with a false alarm rate of 5 % or less. */
export function bandPower(design: Design, epsilon: number, separation: number = TYPICAL_SEPARATION): number {
  const rate = 0.05
  const miss = normalMissRate(separation, rate)
  return epsilon > design.eta ? 0 : normalCdf((design.eta - epsilon - miss) / deviationAt(design, rate, miss))
}

/** The chance of a certificate in the tail, by sizes, promise and the separation of the detector. */
export type PowerOf = (design: Design, separation: number) => number

export interface Wish {
  /** The chance of a certificate to plan for. */
  readonly power?: number
  readonly separation?: number
  /** Whose power: the exact certificate's by default. */
  readonly powerOf?: PowerOf
}

const LARGEST = 1e15

/** The smallest sizes with nm = ratio n0 that reach the power; null when no size does (the detector is too poor). */
export function exactSampleSizes(
  terms: Terms,
  {
    power = 0.9,
    separation = TYPICAL_SEPARATION,
    ratio = 1,
    powerOf = exactPower,
  }: Wish & { readonly ratio?: number } = {},
): Sizes | null {
  const sizes = (n0: number): Sizes => ({ n0, nm: Math.max(1, Math.ceil(ratio * n0)) })
  const enough = (n0: number): boolean => powerOf({ ...terms, ...sizes(n0) }, separation) >= power
  let high = 2
  while (!enough(high)) {
    high *= 2
    if (high > LARGEST) return null
  }
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const n0 = Math.floor((low + high) / 2)
    if (enough(n0)) high = n0
    else low = n0
  }
  return sizes(high)
}

/** The cheapest sizes that reach the power, and their cost. */
export function cheapestExactSizes(
  terms: Terms,
  costs: Costs,
  wish: Wish = {},
): (Sizes & { readonly cost: number }) | null {
  const at = (logRatio: number): (Sizes & { readonly cost: number }) | null => {
    const sizes = exactSampleSizes(terms, { ...wish, ratio: exp(logRatio) })
    return sizes && { ...sizes, cost: sizes.n0 * costs.nominal + sizes.nm * costs.mixture }
  }
  return at(minimise((logRatio) => at(logRatio)?.cost ?? Number.POSITIVE_INFINITY, log(1e-3), log(1e5)))
}

/** The division of a budget that gives the largest power, mixture rows at their own price. */
export function bestExactSplit(
  terms: Terms,
  budget: number,
  {
    costs = { nominal: 1, mixture: 1 },
    separation = TYPICAL_SEPARATION,
    powerOf = exactPower,
  }: Omit<Wish, 'power'> & { readonly costs?: Costs } = {},
): Sizes & { readonly power: number } {
  const sizes = (share: number): Sizes => ({
    n0: Math.max(1, Math.floor(((1 - share) * budget) / costs.nominal)),
    nm: Math.max(1, Math.floor((share * budget) / costs.mixture)),
  })
  const power = (share: number): number => powerOf({ ...terms, ...sizes(share) }, separation)
  const share = minimise((x) => -power(x), 0, 1)
  return { ...sizes(share), power: power(share) }
}

/** The smallest eta that these sizes certify with the given power; null when none below 1 is. */
export function exactEta(
  { alpha, delta, n0, nm }: Omit<Design, 'eta'>,
  { power = 0.9, separation = TYPICAL_SEPARATION, powerOf = exactPower }: Wish = {},
): number | null {
  const reaches = (eta: number): boolean => powerOf({ alpha, delta, n0, nm, eta }, separation) >= power
  let high = 1 - 1e-9
  let low = 0
  if (!reaches(high)) return null
  while (high - low > 1e-6) {
    const eta = (low + high) / 2
    if (reaches(eta)) high = eta
    else low = eta
  }
  return high
}
