import type { Gate } from './walk/schedule.js'

/** How a promise is proved. */
export type Method = 'theorem1' | 'dkw' | 'exact' | 'count' | 'audit'

/** Thresholds that promise nothing: Algorithm 1 with a q of the user's choice. */
export type EstimateMethod = 'algorithm1' | 'algorithm1-isotonic'

/** Where the nominal scores come from; only held-out (or the user's own, given) ones are exactly independent of the detector. */
export type NominalScores =
  | 'out-of-bag'
  | 'leave-one-out'
  | 'folds'
  | 'cross-fitted'
  | 'left-out'
  | 'held-out'
  | 'given'

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

/** What every certificate says, whatever its standing. Field names are a contract. */
export interface CertificateBase {
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
  /**
   * How often these very rows have been asked for a promise, this time counted; absent where nobody counted. From the
   * second on, the terms may have been chosen by what the rows answered before: nothing is certified then.
   */
  readonly looks?: number
  readonly q: number | null
  readonly epsilon: number | null
  readonly n0: number
  readonly nm: number
  readonly falseAlarmRate: number
  /** Share of the mixture that alarms. */
  readonly alarmRate: number
  readonly admissible: Admissibility
  readonly nominalScores: NominalScores
  readonly assumptions: readonly string[]
  /** What the audit found and which of its two certificates was sharper, for method audit. */
  readonly audit?: AuditSummary
}

/** The numbers of a promise. */
interface PromisedNumbers {
  readonly method: Method
  /** Promised miss rate, q + epsilon. */
  readonly eta: number
  readonly delta: number
  /** Promised alien detection rate, 1 - eta. */
  readonly recall: number
  /**
   * A bound at the same confidence. By theorem1 and dkw it holds together with the recall promise; by exact, count and audit it is a
   * statement of its own, so that both hold with confidence 1 - 2 delta.
   */
  readonly falseAlarmRateUpper: number
}

/** A promise that is proved. */
export interface Certified extends CertificateBase, PromisedNumbers {
  readonly certified: true
  readonly conditional?: undefined
  readonly reason?: undefined
  readonly attainable?: undefined
  readonly needed?: undefined
}

/** With an alpha that was only estimated, or rows that were asked before, the numbers are there, but nothing is certified. */
export interface Conditional extends CertificateBase, PromisedNumbers {
  readonly certified: false
  /** What the promise depends on, unproved: 'alpha <= 0.12: estimated, not proved'. */
  readonly conditional: string
  readonly reason: string
  readonly attainable?: undefined
  readonly needed?: undefined
}

/** A promise that these data cannot carry: everything alarms. */
export interface RefusedCertificate extends CertificateBase {
  readonly certified: false
  readonly method: Method
  readonly eta: number
  readonly delta: number
  readonly recall: null
  readonly falseAlarmRateUpper: null
  readonly conditional?: undefined
  readonly reason: string
  /** What such data could carry instead: a promise about new data, since it was found by looking at these. */
  readonly attainable?: { readonly recall: number | null }
  /** The sample sizes that would carry the promise. */
  readonly needed?: { readonly n0: number; readonly nm: number } | null
}

/** A threshold of Algorithm 1 with a q of the user's choice: it promises nothing. */
export interface EstimateCertificate extends CertificateBase {
  readonly certified: false
  readonly method: EstimateMethod
  readonly q: number
  readonly eta: null
  readonly delta: null
  readonly recall: null
  readonly falseAlarmRateUpper: null
  readonly conditional?: undefined
  readonly reason: string
  readonly attainable?: undefined
  readonly needed?: undefined
}

/**
 * The promise: with confidence 1 - delta, at least 1 - eta of all aliens score above tau. A certificate states its
 * scope (`assumptions`) or is refused (`certified: false` with a `reason`), or conditional, or no promise at all.
 */
export type Certificate = Certified | Conditional | RefusedCertificate | EstimateCertificate

/** The fields of any certificate, before it is known that they agree with each other. */
export type CertificateFields = { readonly [Field in keyof Certificate]: Certificate[Field] }
