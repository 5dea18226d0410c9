import type { MethodRow } from '../method.js'
import { proveByAudit } from './prover.js'

export const audit: MethodRow & { readonly planner: null } = {
  restsOn: 'labels',
  takesQ: false,
  takesGates: false,
  breaksTies: true,
  prove: proveByAudit,
  falseAlarmsWithRecall: false,
  otherAlpha: null,
  planner: null,
  looser: [],
  attainableByLooking: false,
}
