import type { PlanningRow } from '../method.js'
import { exactOtherAlpha } from './other-alpha.js'
import { powerPlanner } from './planner.js'
import { exactPower } from './planning.js'
import { proveByExact } from './prover.js'

export const exact: PlanningRow = {
  restsOn: 'alpha',
  takesQ: false,
  takesGates: true,
  breaksTies: true,
  prove: proveByExact,
  falseAlarmsWithRecall: false,
  otherAlpha: exactOtherAlpha,
  planner: powerPlanner(exactPower),
  looser: ['dkw', 'theorem1'],
  attainableByLooking: true,
}
