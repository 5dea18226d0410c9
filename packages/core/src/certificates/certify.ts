import { shareAbove, sortScores } from '../cdf/empirical.js'
import { expect } from '../errors.js'
import { testAdmissibility } from './admissibility.js'
import { sortedThreshold, type ThresholdInput } from './algorithm1.js'
import { assumptionsOf } from './assumptions.js'
import type { AlphaSource, Certificate, Method, NominalScores } from './certificate.js'
import { checkAlpha, checkConfidence, checkQ, checkRecall, complement } from './checks.js'
import type { Prover } from './prover.js'
import { proveByTheorem1 } from './theorem1-prover.js'

export interface CertifyInput {
  /** Scores of nominal rows, independent of the detector. */
  readonly nominal: ArrayLike<number>
  readonly mixture: ArrayLike<number>
  /** Other nominal scores, such as the detector's out-of-bag ones, that may be used to place thresholds. */
  readonly reference?: ArrayLike<number>
  /** The share of aliens in the mixture, or an upper bound on it. */
  readonly alpha: number
  /** The alien detection rate to promise, 1 - eta. */
  readonly recall: number
  /** 1 - delta. */
  readonly confidence: number
  readonly method?: Method
  /** A smaller q than the data would allow, for more caution (theorem1). */
  readonly q?: number
  readonly alphaSource?: AlphaSource
  readonly nominalScores?: NominalScores
}

const provers: Partial<Record<Method, Prover>> = { theorem1: proveByTheorem1 }

/** The methods that `certify` knows. */
export const methods: readonly Method[] = Object.keys(provers) as Method[]

/**
 * The promise for these data: a threshold above which, with the given confidence, at least `recall` of all aliens
 * score. Refused (`certified: false`, with the reason and what would do) if the data cannot carry it.
 */
export function certify(input: CertifyInput): Certificate {
  const { alpha, recall, confidence, method = 'theorem1', alphaSource = 'given', nominalScores = 'given' } = input
  checkAlpha(alpha)
  checkRecall(recall)
  checkConfidence(confidence)
  if (input.q !== undefined) checkQ(input.q)
  const prove = provers[method]
  expect(prove !== undefined, 'bad-option', `method must be one of ${methods.join(', ')}; got ${method}`)
  const nominal = sortScores(input.nominal, 'nominal')
  const mixture = sortScores(input.mixture, 'mixture')
  const reference = input.reference && sortScores(input.reference, 'reference')
  const eta = complement(recall)
  const delta = complement(confidence)
  const outcome = prove({ nominal, mixture, reference }, { alpha, eta, delta, q: input.q })
  const terms = { method, alpha, alphaSource, eta, delta, n0: nominal.length, nm: mixture.length, nominalScores }
  const shared = {
    ...terms,
    admissible: testAdmissibility(nominal, mixture),
    assumptions: assumptionsOf(alpha, alphaSource, nominalScores),
  }
  if (outcome.certified) {
    return {
      ...outcome,
      ...shared,
      recall,
      falseAlarmRate: shareAbove(nominal, outcome.tau),
      alarmRate: shareAbove(mixture, outcome.tau),
    }
  }
  return { ...outcome, ...shared, ...EVERYTHING_ALARMS, q: null, recall: null }
}

const EVERYTHING_ALARMS = {
  tau: Number.NEGATIVE_INFINITY,
  falseAlarmRate: 1,
  falseAlarmRateUpper: null,
  alarmRate: 1,
} as const

/** Algorithm 1 with a q of the user's choice, in the form of a certificate that promises nothing. */
export function uncertified(
  input: ThresholdInput & { readonly alphaSource?: AlphaSource; readonly nominalScores?: NominalScores },
): Certificate {
  const { alpha, q, alphaSource = 'given', nominalScores = 'given', isotonic = false } = input
  checkAlpha(alpha)
  checkQ(q)
  const nominal = sortScores(input.nominal, 'nominal')
  const mixture = sortScores(input.mixture, 'mixture')
  const { tau, n0, nm, falseAlarmRate, alarmRate } = sortedThreshold(nominal, mixture, alpha, q, isotonic)
  return {
    certified: false,
    method: isotonic ? 'algorithm1-isotonic' : 'algorithm1',
    tau,
    alpha,
    alphaSource,
    q,
    epsilon: null,
    eta: null,
    delta: null,
    recall: null,
    n0,
    nm,
    falseAlarmRate,
    falseAlarmRateUpper: null,
    alarmRate,
    admissible: testAdmissibility(nominal, mixture),
    nominalScores,
    assumptions: assumptionsOf(alpha, alphaSource, nominalScores),
    reason: 'Algorithm 1 with a chosen q estimates a threshold; without recall and confidence it promises nothing',
  }
}
