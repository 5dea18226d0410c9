import { shareAbove } from '../cdf/empirical.js'
import { type Samples, type Scores, samplesIn } from '../cdf/samples.js'
import { expect, XenolithError } from '../errors.js'
import { testAdmissibility } from './admissibility.js'
import { type ThresholdInput, thresholdOf } from './algorithm1/algorithm1.js'
import { assumptionsOf } from './assumptions.js'
import type { AuditLabels } from './audit/labels.js'
import type { AlphaSource, Certificate, Method, NominalScores } from './certificate.js'
import { checkAlpha, checkConfidence, checkQ, checkRecall, complement } from './checks.js'
import { alphaLowerBound, refutesAlpha } from './exact/alpha-lower-bound.js'
import { defaultMethod, isMethod, methodNames, methodOf } from './methods.js'

/** Scores, those of the nominal rows independent of the detector, and what is asked of them. */
export type CertifyInput = Scores & PromiseTerms

export interface PromiseTerms {
  /** The share of aliens in the mixture, or an upper bound on it; an audit can stand in for it. */
  readonly alpha?: number
  /** The alien detection rate to promise, 1 - eta. */
  readonly recall: number
  /** 1 - delta. */
  readonly confidence: number
  /** exact unless told; audit when there is one. */
  readonly method?: Method
  /** What a person said of a random sample of the mixture. */
  readonly audit?: AuditLabels
  /** A smaller q than the data would allow, for more caution (theorem1). */
  readonly q?: number
  /** An estimate makes the promise conditional: it is then not certified. */
  readonly alphaSource?: AlphaSource
  readonly nominalScores?: NominalScores
}

/** How sure the data must be before they overrule the user's alpha. */
const REFUTATION_DELTA = 0.001

/**
 * The promise for these data: a threshold above which, with the given confidence, at least `recall` of all aliens
 * score. Refused (`certified: false`, with the reason and what would do) if the data cannot carry it.
 */
export function certify(input: CertifyInput): Certificate {
  const { recall, confidence, audit: labels, nominalScores = 'given' } = input
  const method = input.method ?? defaultMethod(labels === undefined ? 'alpha' : 'labels')
  if (input.alpha !== undefined || labels === undefined) checkAlpha(input.alpha ?? Number.NaN)
  checkRecall(recall)
  checkConfidence(confidence)
  if (input.q !== undefined) checkQ(input.q)
  checkMethod(method, labels !== undefined, input.q)
  const samples = samplesIn(input)
  const { nominal, mixture } = samples
  if (input.alpha !== undefined) refuteAlpha(samples, input.alpha)
  const eta = complement(recall)
  const delta = complement(confidence)
  const alphaSource = input.alphaSource ?? (input.alpha === undefined ? 'audit' : 'given')
  const question = { alpha: input.alpha, alphaSource, eta, delta, q: input.q, audit: labels }
  const { spent: _, ...outcome } = methodOf(method).prove(samples, question)
  const { alpha } = outcome
  const shared = {
    method,
    alphaSource,
    eta,
    delta,
    n0: nominal.length,
    nm: mixture.length,
    nominalScores,
    admissible: testAdmissibility(samples),
    assumptions: assumptionsOf({ alpha, alphaSource, nominalScores, method, route: outcome.audit?.route }),
  }
  if (outcome.certified) {
    return {
      ...outcome,
      ...shared,
      recall,
      falseAlarmRate: shareAbove(nominal, outcome.tau),
      alarmRate: shareAbove(mixture, outcome.tau),
      ...(alphaSource === 'estimate' ? onCondition(alpha) : {}),
    }
  }
  return { ...outcome, ...shared, ...EVERYTHING_ALARMS, q: null, recall: null }
}

/** An estimate is no bound: what would be a certificate promises nothing but on this condition. */
function onCondition(alpha: number): Pick<Certificate, 'certified' | 'conditional' | 'reason'> {
  const conditional = `alpha <= ${alpha}: estimated, not proved`
  return { certified: false, conditional, reason: `conditional on ${conditional}` }
}

function checkMethod(method: Method, audited: boolean, q: number | undefined): void {
  expect(isMethod(method), 'bad-option', `method must be one of ${methodNames.join(', ')}; got ${method}`)
  const { restsOn, takesQ } = methodOf(method)
  expect(
    audited === (restsOn === 'labels'),
    'bad-option',
    audited
      ? `an audit is used by the method ${defaultMethod('labels')}, not by ${method}`
      : `the method ${method} needs an audit`,
  )
  const withQ = methodNames.filter((name) => methodOf(name).takesQ).join(', ')
  expect(q === undefined || takesQ, 'bad-option', `q belongs to ${withQ}; the method ${method} has none`)
}

/** The data can prove that more than alpha is alien; then no promise may rest on it. */
function refuteAlpha(samples: Samples, alpha: number): void {
  if (alpha === 1 || !refutesAlpha(samples, alpha, REFUTATION_DELTA)) return
  const shown = Math.floor(alphaLowerBound(samples, REFUTATION_DELTA) * 1e4) / 1e4
  throw new XenolithError(
    'alpha-refuted',
    `alpha = ${alpha} is refuted: with confidence ${complement(REFUTATION_DELTA)}, at least ${shown} of the mixture is alien`,
  )
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
  const samples = samplesIn(input)
  const { tau, n0, nm, falseAlarmRate, alarmRate } = thresholdOf(samples, { alpha, q, isotonic })
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
    admissible: testAdmissibility(samples),
    nominalScores,
    assumptions: assumptionsOf({ alpha, alphaSource, nominalScores, method: 'algorithm1' }),
    reason: 'Algorithm 1 with a chosen q estimates a threshold; without recall and confidence it promises nothing',
  }
}
