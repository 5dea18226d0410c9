import type { PlanningRow } from '../method.js'
import { proveByDkw } from './dkw-prover.js'
import { dkwOtherAlpha, theorem1OtherAlpha } from './other-alpha.js'
import { dkwPlanner, theorem1Planner } from './planner.js'
import { proveByTheorem1 } from './theorem1-prover.js'

export const dkw: PlanningRow = {
  restsOn: 'alpha',
  takesQ: false,
  takesGates: false,
  breaksTies: false,
  prove: proveByDkw,
  falseAlarmsWithRecall: true,
  otherAlpha: dkwOtherAlpha,
  planner: dkwPlanner,
  looser: ['theorem1'],
  attainableByLooking: false,
}

export const theorem1: PlanningRow = {
  restsOn: 'alpha',
  takesQ: true,
  takesGates: false,
  breaksTies: false,
  prove: proveByTheorem1,
  falseAlarmsWithRecall: true,
  otherAlpha: theorem1OtherAlpha,
  planner: theorem1Planner,
  looser: [],
  attainableByLooking: false,
}
