import { countAtMost } from '../cdf/empirical.js'
import { normalCdf, normalQuantile } from '../numeric/normal.js'

/*
 * Where the walk over the thresholds begins (docs/decisions/0004-exact-start-rule.md). Only the sizes, the promise and
 * the reference scores enter, so the rule costs no confidence.
 */

export interface Start {
  /** The tail start: tested at `weight` x delta whatever happens below it. */
  readonly gate: number
  readonly weight: number
  /** Where the walk from below begins, at (1 - weight) x delta; equal to `gate` when there is none. */
  readonly low: number
}

export interface Promised {
  readonly alpha: number
  readonly eta: number
  readonly delta: number
  readonly n0: number
  readonly nm: number
}

/** The detector that the start is tuned for: normal scores, aliens this many standard deviations up (oracle FPR .006 at eta .1). */
export const TYPICAL_SEPARATION = 3.8
/** Share of delta kept for the walk from below, when that walk has a fair chance. */
export const LOW_SHARE = 0.1
const LOW_POWER = 0.8
/** The false alarm rate beyond which a certificate is rarely of use. */
const USEFUL_RATE = 0.05

/** The standard deviation of Fa_hat at a threshold with F0 = p, on the edge of the null. */
export function missRateDeviation({ alpha, eta, n0, nm }: Omit<Promised, 'delta'>, p: number): number {
  const pm = Math.min(p, (1 - alpha) * p + alpha * eta)
  return Math.sqrt((pm * (1 - pm)) / nm + ((1 - alpha) * (1 - alpha) * p * (1 - p)) / n0) / alpha
}

/** The highest false alarm rate at which the gate may stand: 5 %, or more when eta is so small that a typical detector needs it. */
export function gateRateLimit(eta: number): number {
  return Math.max(USEFUL_RATE, normalCdf(-TYPICAL_SEPARATION - normalQuantile(eta / 4)))
}

/** How many standard deviations a typical detector clears the test by, at a threshold with F0 = p. */
export function clearance(promise: Promised, p: number): number {
  const miss = p >= 1 ? 1 : normalCdf(normalQuantile(p) - TYPICAL_SEPARATION)
  return (promise.eta - miss) / missRateDeviation(promise, p)
}

/** Chooses gate and low start among the thresholds of the grid. */
export function chooseStart(grid: Float64Array, reference: Float64Array, promise: Promised): Start {
  const share = (t: number): number => (countAtMost(reference, t) + 0.5) / (reference.length + 1)
  const limit = 1 - gateRateLimit(promise.eta)
  const shares = Array.from(grid, share)
  let gate = -1
  for (let i = 0; i < grid.length; i++) {
    if (shares[i] < limit) continue
    if (gate < 0 || clearance(promise, shares[i]) > clearance(promise, shares[gate])) gate = i
  }
  if (gate < 0) gate = grid.length - 1
  const needed = normalQuantile(1 - LOW_SHARE * promise.delta) + normalQuantile(LOW_POWER)
  let low = gate
  while (low > 0 && promise.eta / missRateDeviation(promise, shares[low - 1]) >= needed) low--
  return { gate, low, weight: low < gate ? 1 - LOW_SHARE : 1 }
}
