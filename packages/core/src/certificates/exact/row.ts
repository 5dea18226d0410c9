import type { PlanningRow } from '../method.js'
import { exactOtherAlpha } from './other-alpha.js'
import { exactPlanner } from './planner.js'
import { proveByExact } from './prover.js'

export const exact: PlanningRow = {
  restsOn: 'alpha',
  takesQ: false,
  prove: proveByExact,
  falseAlarmsWithRecall: false,
  otherAlpha: exactOtherAlpha,
  planner: exactPlanner,
  looser: ['dkw', 'theorem1'],
  attainableByLooking: true,
}
