import { gateRank } from '../walk/gate-rank.js'
import { chooseGates } from '../walk/gates.js'
import { type Gate, type Schedule, scheduleOf } from '../walk/schedule.js'
import { countLaw, type Design, gateTask } from './start.js'

/**
 * The share of aliens to schedule for where the one to be tested is read off the same data. The p-values rise with alpha, and by
 * a schedule that does not depend on it the threshold can only fall as alpha grows: then an upper bound on the share certifies no
 * more than the share itself. With a schedule of its own, a larger alpha may certify what a smaller one does not.
 * The main gate hardly depends on alpha, so a wrong guess costs little.
 */
export const ALPHA_BEFOREHAND = 0.2

/**
 * What the walk tests, in which order and at which levels: a matter of the sizes and the promise, and of gates placed on other
 * rows, fixed before the scores are seen.
 */
export function scheduleFor(design: Design, gates?: readonly Gate[]): Schedule {
  if (gates !== undefined) return scheduleWith(design, gates)
  const { alpha, eta, delta, n0, nm } = design
  const key = `${alpha} ${eta} ${delta} ${n0} ${nm}`
  const known = schedules.get(key)
  if (known !== undefined) return known
  const schedule = scheduleWith(design, chooseGates(gateTask(design)))
  if (schedules.size === MOST_KEPT) schedules.delete(schedules.keys().next().value!)
  schedules.set(key, schedule)
  return schedule
}

/** The last schedules, by their designs: certificate, evidence and sensitivity ask for the same ones again, as does whoever moves a slider. */
const schedules = new Map<string, Schedule>()
const MOST_KEPT = 16

function scheduleWith(design: Design, gates: readonly Gate[]): Schedule {
  const { n0, delta } = design
  const law = countLaw(design)
  const placed = gates.map(({ rate, share }) => ({ rank: gateRank(law, rate, share * delta), share }))
  return scheduleOf(n0, placed, delta)
}
