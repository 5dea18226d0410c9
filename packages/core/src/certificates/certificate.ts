import type { Gate } from './walk/schedule.js'

/** How a promise is proved. */
export type Method = 'theorem1' | 'dkw' | 'exact' | 'count' | 'audit'

/** Thresholds that promise nothing: Algorithm 1 with a q of the user's choice. */
export type EstimateMethod = 'algorithm1' | 'algorithm1-isotonic'

/** Where the nominal scores come from; only held-out (or the user's own, given) ones are exactly independent of the detector. */
export type NominalScores = 'out-of-bag' | 'leave-one-out' | 'folds' | 'cross-fitted' | 'held-out' | 'given'

/** Where alpha comes from. */
export type AlphaSource = 'given' | 'audit' | 'bound' | 'estimate'

/** The test of F0(t) >= Fm(t) for all t, which an upper bound on alpha relies on. */
export interface Admissibility {
  /** False when the data contradict admissibility at the 5 % level. */
  readonly ok: boolean
  /** The largest Fm_hat(t) - F0_hat(t), or 0. */
  readonly worstGap: number
  /** Bound on the probability of a gap this large if the detector is admissible. */
  readonly pValue: number
}

/** The assumption that aliens are at most `rho` times as likely as nominals to score below the nominal `quantile`: it bounds alpha. */
export interface Separation {
  readonly quantile: number
  readonly rho: number
}

/** The labels behind a certificate: `route` is direct (from the labelled aliens), count (from the bound on their number) or exact (from an alpha given besides). */
export interface AuditSummary {
  readonly labelled: number
  readonly aliens: number
  readonly unsure: number
  readonly route: 'direct' | 'count' | 'exact' | null
}

/**
 * The promise: with confidence 1 - delta, at least 1 - eta of all aliens score above tau. A certificate states its
 * scope (`assumptions`) or is refused (`certified: false` with a `reason`). In between, with an alpha that was only
 * estimated, the numbers are there but nothing is certified: `certified: false` and the condition in `conditional`.
 * Field names are a contract.
 */
export interface Certificate {
  readonly certified: boolean
  readonly method: Method | EstimateMethod
  /** Alarm when score > tau; -Infinity when everything alarms (null in JSON). */
  readonly tau: number
  readonly alpha: number
  readonly alphaSource: AlphaSource
  /** For count: so many of the nm mixture rows are alien, at most; alpha is their share of this file, not of the population. */
  readonly aliensAtMost?: number
  /** Where alpha is a bound under an assumption: which, and how much of delta the bound took. */
  readonly separation?: Separation & { readonly delta: number }
  /** Gates placed on rows that do not certify, if there were any. */
  readonly gates?: readonly Gate[]
  readonly q: number | null
  readonly epsilon: number | null
  /** Promised miss rate, q + epsilon; null when nothing is promised. */
  readonly eta: number | null
  readonly delta: number | null
  /** Promised alien detection rate, 1 - eta; null when nothing is promised. */
  readonly recall: number | null
  readonly n0: number
  readonly nm: number
  readonly falseAlarmRate: number
  /**
   * A bound at the same confidence; null when nothing is promised. By theorem1 and dkw it holds together with the recall
   * promise; by exact and audit it is a statement of its own, so that both hold with confidence 1 - 2 delta.
   */
  readonly falseAlarmRateUpper: number | null
  /** Share of the mixture that alarms. */
  readonly alarmRate: number
  readonly admissible: Admissibility
  readonly nominalScores: NominalScores
  readonly assumptions: readonly string[]
  /** What the audit found and which of its two certificates was sharper, for method audit. */
  readonly audit?: AuditSummary
  /** What the promise hangs on, unproved, when alpha is an estimate: 'alpha <= 0.12: estimated, not proved'. */
  readonly conditional?: string
  /** Why nothing is promised, when `certified` is false. */
  readonly reason?: string
  /** What such data could carry instead, when `certified` is false: a promise about new data, since it was found by looking at these. */
  readonly attainable?: { readonly recall: number | null }
  /** The sample sizes that would carry the promise, when `certified` is false. */
  readonly needed?: { readonly n0: number; readonly nm: number } | null
}
