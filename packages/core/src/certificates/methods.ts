import { audit } from './audit/row.js'
import { dkw, theorem1 } from './bands/rows.js'
import type { Method } from './certificate.js'
import { count } from './count/row.js'
import { exact } from './exact/row.js'
import type { MethodRow, PlanningRow } from './method.js'
import type { Planner } from './planner.js'

/** The methods that do not plan from sizes. */
type Unplanned = 'audit'

/** Those that do. */
export type PlanMethod = Exclude<Method, Unplanned>

type RowOf<Name extends Method> = Name extends Unplanned ? MethodRow & { readonly planner: null } : PlanningRow

/**
 * Every method with all that belongs to it: the one table that certify, plan, evidence, the model file and the command read.
 * A method is added as a folder, a name in certificate.ts and a row here; the compiler asks for whatever is missing.
 * The first that rests on what is given is the default.
 */
const table: { readonly [Name in Method]: RowOf<Name> } = { exact, count, dkw, theorem1, audit }

export const methodNames: readonly Method[] = Object.keys(table) as Method[]

export function methodOf(name: Method): MethodRow {
  return table[name]
}

export function isMethod(name: string): name is Method {
  return Object.hasOwn(table, name)
}

/** The method for what the promise rests on, when none was named. */
export function defaultMethod(restsOn: MethodRow['restsOn']): Method {
  return methodNames.find((name) => table[name].restsOn === restsOn)!
}

export const planMethods: readonly PlanMethod[] = methodNames.filter(
  (name): name is PlanMethod => table[name].planner !== null,
)

export function plannerOf(name: PlanMethod): Planner {
  return table[name].planner
}
