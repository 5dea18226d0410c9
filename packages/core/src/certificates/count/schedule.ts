import { gateRank } from '../walk/gate-rank.js'
import { chooseGates } from '../walk/gates.js'
import { type Gate, type Schedule, scheduleOf } from '../walk/schedule.js'
import { type CountDesign, countGateTask, countLaw } from './design.js'

/** What the walk tests and at which levels, fixed before the scores are seen: as for `exact`, with the law of a known number of aliens. */
export function countScheduleFor(
  design: CountDesign,
  gates: readonly Gate[] = chooseGates(countGateTask(design)),
): Schedule {
  const { n0, delta } = design
  const law = countLaw(design)
  const placed = gates.map(({ rate, share }) => ({ rank: gateRank(law, rate, share * delta), share }))
  return scheduleOf(n0, placed, delta)
}
