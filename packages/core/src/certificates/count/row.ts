import { powerPlanner } from '../exact/planner.js'
import type { PlanningRow } from '../method.js'
import { countOtherAlpha } from './other-alpha.js'
import { countLawByCurves, countPower } from './planning.js'
import { proveByCount } from './prover.js'

export const count: PlanningRow = {
  restsOn: 'count',
  takesQ: false,
  takesGates: true,
  breaksTies: true,
  prove: proveByCount,
  otherAlpha: countOtherAlpha,
  planner: powerPlanner(countPower, countLawByCurves),
  // The others rest on a share of the population, which is another statement.
  looser: [],
  attainableByLooking: true,
  falseAlarmsWithRecall: false,
}
