import { normalCdf, normalQuantile } from '../../numeric/normal.js'
import { HIGHEST_RATE } from './ranks.js'

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
/** The poor detector that the walk from below is for (oracle FPR .3 at eta .1). */
const POOR_SEPARATION = 1.8
/** Share of delta for the walk from below; the power a perfect detector must have at LOW_FACTOR times the gate's rate for it to be worth it. */
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

/**
 * How many deviations a detector of this separation clears the test by, at false alarm rate `rate`. Below F0 = eta the
 * edge of the null is F0 itself, so that there is less to clear.
 */
function clearance(design: Design, rate: number, separation: number): number {
  const edge = Math.min(design.eta, 1 - rate)
  return (edge - normalMissRate(separation, rate)) / missRateDeviation(design, 1 - rate)
}

/** The rate up to `highest` at which such a detector clears the test best. */
function bestRate(design: Design, highest: number, separation: number): number {
  let best = highest
  for (let rate = highest; rate > 1 / (design.n0 + 1); rate *= RATE_STEP) {
    if (clearance(design, rate, separation) > clearance(design, best, separation)) best = rate
  }
  return best
}

export function chooseStart(design: Design): Start {
  // The gate stands at USEFUL_RATE or below, unless eta is so small that a typical detector needs more.
  const highest = Math.max(USEFUL_RATE, normalCdf(-TYPICAL_SEPARATION - normalQuantile(design.eta / 4)))
  const gateRate = bestRate(design, Math.min(HIGHEST_RATE, highest), TYPICAL_SEPARATION)
  const lowRate = bestRate(design, HIGHEST_RATE, POOR_SEPARATION)
  const needed = normalQuantile(1 - LOW_SHARE * design.delta) + normalQuantile(LOW_POWER)
  const worthIt = clearance(design, LOW_FACTOR * gateRate, Number.POSITIVE_INFINITY) >= needed
  return worthIt ? { gateRate, weight: 1 - LOW_SHARE, lowRate } : { gateRate, weight: 1, lowRate: null }
}
