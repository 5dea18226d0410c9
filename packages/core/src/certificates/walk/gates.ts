import { normalCdf, normalQuantile } from '../../numeric/normal.js'
import type { Gate } from './schedule.js'

/*
 * Where the gates stand and what they hold (docs/decisions/0004-exact-start-rule.md, docs/decisions/0013-several-gates.md). Only the sizes and the promise enter,
 * so the rule costs no confidence: the normal approximations here are about power, never about validity.
 */

/** What a rule for gates needs to know of a method. */
export interface GateTask {
  readonly eta: number
  readonly delta: number
  readonly n0: number
  /** No gate stands at a higher false alarm rate than this. */
  readonly highest: number
  /** The standard deviation of Fa_hat at a threshold with F0 = p, on the edge of the null. */
  deviation(p: number): number
}

/** The detector that the main gate is tuned for: normal scores, aliens this many deviations up (oracle FPR .006 at eta .1). */
export const TYPICAL_SEPARATION = 3.8
/** The poor detector that the lowest gate is for (oracle FPR .3 at eta .1). */
const POOR_SEPARATION = 1.8
/** The main gate stands here or further out: beyond 5 % false alarms a certificate is rarely of use, and a walk that sets out a little above still gets there. */
const USEFUL_RATE = 0.058
/** Gates between the main one and the lowest, for detectors in between, and what each holds of delta. */
const BETWEEN: readonly Gate[] = [
  { rate: 0.15, share: 0.06 },
  { rate: 0.35, share: 0.05 },
]
const LOW_SHARE = 0.06
/** Gates nearer to each other than this factor in their rates say the same. */
const APART = 1.5
const RATE_STEP = 0.98

/** Miss rate at false alarm rate `rate` of a detector whose alien scores are normal, `separation` deviations up. */
export function normalMissRate(separation: number, rate: number): number {
  return normalCdf(-normalQuantile(rate) - separation)
}

/** How many deviations a miss rate clears the test by, at false alarm rate `rate`. Below F0 = eta the edge of the null is F0 itself, so that there is less to clear. */
export function clearance({ eta, deviation }: GateTask, rate: number, missRate: number): number {
  return (Math.min(eta, 1 - rate) - missRate) / deviation(1 - rate)
}

/** The rate up to `highest` at which a detector of this separation clears the test best. */
function bestRate(task: GateTask, highest: number, separation: number): number {
  const clears = (rate: number): number => clearance(task, rate, normalMissRate(separation, rate))
  let best = highest
  let most = clears(highest)
  for (let rate = highest * RATE_STEP; rate > 1 / (task.n0 + 1); rate *= RATE_STEP) {
    const cleared = clears(rate)
    if (cleared <= most) continue
    best = rate
    most = cleared
  }
  return best
}

/**
 * The gates when nothing is known of the detector, the main one first. The main gate serves a good detector; the others are for worse ones, and each is set up only if
 * a detector without misses would pass it in half of all draws at its share: with scarce data the main gate has all of delta.
 */
export function chooseGates(task: GateTask): Gate[] {
  // At USEFUL_RATE or below, unless eta is so small that a typical detector needs more.
  const highest = Math.max(USEFUL_RATE, normalCdf(-TYPICAL_SEPARATION - normalQuantile(task.eta / 4)))
  const main = bestRate(task, Math.min(task.highest, highest), TYPICAL_SEPARATION)
  const lowest = { rate: bestRate(task, task.highest, POOR_SEPARATION), share: LOW_SHARE }
  const between = BETWEEN.filter(({ rate }) => rate * APART <= lowest.rate)
  const others = [...between, lowest].filter(({ rate }) => rate >= main * APART).filter((gate) => worthIt(task, gate))
  return [{ rate: main, share: 1 - total(others) }, ...others]
}

/** Whether a detector without misses would pass this gate in half of all draws. */
function worthIt(task: GateTask, { rate, share }: Gate): boolean {
  return clearance(task, rate, 0) >= normalQuantile(1 - share * task.delta)
}

function total(gates: readonly Gate[]): number {
  return gates.reduce((sum, { share }) => sum + share, 0)
}
