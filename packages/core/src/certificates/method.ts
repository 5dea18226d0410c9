import type { Samples } from '../cdf/samples.js'
import type { AuditSummary } from './certificate.js'

/** What is to be promised. */
export interface Terms {
  readonly alpha: number
  readonly eta: number
  readonly delta: number
  /** The user's own choice of q, for methods that have one. */
  readonly q?: number
}

/** A promise kept, with the bound on the false alarm rate that holds together with it. */
export interface Proved {
  readonly certified: true
  readonly tau: number
  readonly q: number | null
  readonly epsilon: number | null
  readonly falseAlarmRateUpper: number
  readonly audit?: AuditSummary
}

/** A promise that these data cannot carry, and what they could, or what would. */
export interface Refused {
  readonly certified: false
  readonly reason: string
  readonly epsilon: number | null
  readonly attainable: { readonly recall: number | null }
  readonly needed: { readonly n0: number; readonly nm: number } | null
  readonly audit?: AuditSummary
}

/** One way to prove the promise from scores alone. */
export type Prover = (samples: Samples, terms: Terms) => Proved | Refused

/** The largest recall of four digits not above 1 - missRate; null if that is nothing. */
export function recallBelow(missRate: number): number | null {
  const recall = Math.floor((1 - missRate) * 1e4) / 1e4
  return recall > 0 ? recall : null
}
