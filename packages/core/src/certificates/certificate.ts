/** How a promise is proved. */
export type Method = 'theorem1' | 'dkw' | 'exact' | 'audit'

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

/** The labels behind a certificate: `route` is direct (from the labelled aliens) or exact (from the bound on alpha). */
export interface AuditSummary {
  readonly labelled: number
  readonly aliens: number
  readonly unsure: number
  readonly route: 'direct' | 'exact' | null
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
  /** What these data could carry instead, when `certified` is false. */
  readonly attainable?: { readonly recall: number | null }
  /** The sample sizes that would carry the promise, when `certified` is false. */
  readonly needed?: { readonly n0: number; readonly nm: number } | null
}
