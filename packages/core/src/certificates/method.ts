import type { Samples } from '../cdf/samples.js'
import type { AuditLabels } from './audit/labels.js'
import type { AlphaSource, AuditSummary, Method, Separation } from './certificate.js'
import type { Planner } from './planner.js'
import type { Spent } from './spent.js'
import type { Gate } from './walk/schedule.js'

/** What is to be promised, and what the promise may rest on: a share of aliens, or labels. */
export interface Question {
  readonly eta: number
  readonly delta: number
  /** The share of aliens, or an upper bound on it. Always there for methods that rest on it. */
  readonly alpha?: number
  /** A bound was read off these very samples. */
  readonly alphaSource?: AlphaSource
  /** The user's own choice of q, for methods that have one. */
  readonly q?: number
  /** How many of the mixture rows are alien, at most. Always there for methods that rest on it. */
  readonly aliens?: number
  /** For exact, in place of alpha: an assumption under which these samples bound it. */
  readonly separation?: Separation
  /** Where a walk may set out, chosen on rows that do not certify. */
  readonly gates?: readonly Gate[]
  readonly audit?: AuditLabels
}

/** A promise kept, with a bound on the false alarm rate; `spent` says whether it holds together with the promise. */
export interface Proved {
  readonly alpha: number
  readonly certified: true
  readonly tau: number
  readonly q: number | null
  readonly epsilon: number | null
  readonly falseAlarmRateUpper: number
  readonly audit?: AuditSummary
  readonly spent: Spent
  /** Where alpha was bounded under an assumption: what is recorded of it, and the assumption in words. */
  readonly separation?: Separation & { readonly delta: number }
  readonly assumption?: string
}

/** A promise that these data cannot carry, and what they could, or what would. */
export interface Refused {
  readonly alpha: number
  readonly certified: false
  readonly reason: string
  readonly epsilon: number | null
  readonly attainable: { readonly recall: number | null }
  readonly needed: { readonly n0: number; readonly nm: number } | null
  readonly audit?: AuditSummary
  readonly spent: Spent
  /** Where alpha was bounded under an assumption: what is recorded of it, and the assumption in words. */
  readonly separation?: Separation & { readonly delta: number }
  readonly assumption?: string
}

/** One way to prove the promise. */
export type Prover = (samples: Samples, question: Question) => Proved | Refused

/** What was decided, as far as alpha matters for it. */
export interface Decided {
  readonly tau: number
  readonly alpha: number
  readonly alphaSource?: AlphaSource
  readonly q: number | null
  readonly eta: number
  readonly delta: number
  readonly gates?: readonly Gate[]
  readonly separation?: Separation & { readonly delta: number }
}

/** What the same samples say if alpha is another than the one decided with. */
export interface OtherAlpha {
  /** The threshold had this alpha been given; -Infinity when none short of alarming on everything would do. */
  thresholdAt(samples: Samples, decided: Decided, alpha: number): number
  /** For each alpha the largest recall, of four digits, that the method supports at the threshold decided on; null where there is none. */
  supportedRecalls(samples: Samples, decided: Decided, alphas: readonly number[]): (number | null)[]
}

/** One method with all that belongs to it: a row of the table in methods.ts. */
export interface MethodRow {
  readonly restsOn: 'alpha' | 'count' | 'labels'
  /** Whether the user may choose a smaller q than the data would allow. */
  readonly takesQ: boolean
  /** Whether it walks from gates, which may be placed. */
  readonly takesGates: boolean
  /** Whether it tests at ranks, so that tied scores have to be put in an order. */
  readonly breaksTies: boolean
  readonly prove: Prover
  /** Whether its bound on false alarms holds on the same event as the promise; otherwise it is a statement of its own. */
  readonly falseAlarmsWithRecall: boolean
  /** Null where alpha does not carry the promise. */
  readonly otherAlpha: OtherAlpha | null
  /** Null where sizes alone plan nothing. */
  readonly planner: Planner | null
  /** The methods shown beside this one for comparison, the sharpest first. */
  readonly looser: readonly Method[]
  /** Whether a refusal's attainable recall was found by trying it on the data; otherwise it follows from the sizes. */
  readonly attainableByLooking: boolean
}

/** A method that plans from sizes. */
export type PlanningRow = MethodRow & { readonly planner: Planner }

/** The largest recall of four digits not above 1 - missRate; null if that is nothing. */
export function recallBelow(missRate: number): number | null {
  const recall = Math.floor((1 - missRate) * 1e4) / 1e4
  return recall > 0 ? recall : null
}
