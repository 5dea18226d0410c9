import { normalCdf, normalQuantile } from '../numeric/normal.js'
import { HIGHEST_RATE } from './exact-ranks.js'

/*
 * Where the walk over the ranks begins (docs/decisions/0004-exact-start-rule.md). Only the sizes and the promise enter,
 * so the rule costs no confidence: the normal approximations here are about power, never about validity.
 */

export interface Design {
  readonly alpha: number
  readonly eta: number
  readonly delta: number
  readonly n0: number
  readonly nm: number
}

export interface Start {
  /** The false alarm rate of the tail start, which is tested at `weight` x delta whatever happens below it. */
  readonly gateRate: number
  readonly weight: number
  /** The false alarm rate from which a second walk sets out, at (1 - weight) x delta; null: there is no such walk. */
  readonly lowRate: number | null
}

/** The detector that the start is tuned for: normal scores, aliens this many deviations up (oracle FPR .006 at eta .1). */
export const TYPICAL_SEPARATION = 3.8
/** Share of delta for the walk from below, the power a perfect detector must have where it sets out, and how far below the gate. */
const LOW_SHARE = 0.1
const LOW_POWER = 0.8
const LOW_FACTOR = 2
/** Beyond 5 % false alarms a certificate is rarely of use; the rate of a rank scatters around its aim. */
const USEFUL_RATE = 0.045
const RATE_STEP = 0.98

/** The standard deviation of Fa_hat at a threshold with F0 = p, on the edge of the null. */
export function missRateDeviation({ alpha, eta, n0, nm }: Omit<Design, 'delta'>, p: number): number {
  const pm = Math.min(p, (1 - alpha) * p + alpha * eta)
  return Math.sqrt((pm * (1 - pm)) / nm + ((1 - alpha) * (1 - alpha) * p * (1 - p)) / n0) / alpha
}

/** Miss rate at false alarm rate `rate` of a detector whose alien scores are normal, `separation` deviations up. */
export function normalMissRate(separation: number, rate: number): number {
  return normalCdf(-normalQuantile(rate) - separation)
}

/** How many deviations a typical detector clears the test by, at false alarm rate `rate`. */
function clearance(design: Design, rate: number): number {
  return (design.eta - normalMissRate(TYPICAL_SEPARATION, rate)) / missRateDeviation(design, 1 - rate)
}

export function chooseStart(design: Design): Start {
  // The gate stands at USEFUL_RATE or below, unless eta is so small that a typical detector needs more.
  const highest = Math.max(USEFUL_RATE, normalCdf(-TYPICAL_SEPARATION - normalQuantile(design.eta / 4)))
  let gateRate = Math.min(HIGHEST_RATE, highest)
  for (let rate = gateRate; rate > 1 / (design.n0 + 1); rate *= RATE_STEP) {
    if (clearance(design, rate) > clearance(design, gateRate)) gateRate = rate
  }
  const needed = normalQuantile(1 - LOW_SHARE * design.delta) + normalQuantile(LOW_POWER)
  let lowRate = gateRate
  while (
    lowRate < HIGHEST_RATE &&
    design.eta / missRateDeviation(design, 1 - Math.min(HIGHEST_RATE, lowRate / RATE_STEP)) >= needed
  ) {
    lowRate = Math.min(HIGHEST_RATE, lowRate / RATE_STEP)
  }
  return lowRate >= LOW_FACTOR * gateRate
    ? { gateRate, weight: 1 - LOW_SHARE, lowRate }
    : { gateRate, weight: 1, lowRate: null }
}
