import { shareAbove } from '../cdf/empirical.js'
import { type Scores, samplesIn } from '../cdf/samples.js'
import { seemReversed, seemTheSame, testAdmissibility } from './admissibility.js'
import { type ThresholdInput, thresholdOf } from './algorithm1/algorithm1.js'
import { assumptionsOf } from './assumptions.js'
import type { AlphaSource, Certificate, Conditional, NominalScores } from './certificate.js'
import { checkAlpha, checkQ, complement } from './checks.js'
import type { Refused } from './method.js'
import { methodOf } from './methods.js'
import { refuteAlpha, refuteCount } from './refute.js'
import { checkTerms, methodFor, type PromiseTerms, sourceOf } from './terms.js'

/** Scores, those of the nominal rows independent of the detector, and what is asked of them. */
export type CertifyInput = Scores & PromiseTerms

/**
 * The promise for these data: a threshold above which, with the given confidence, at least `recall` of all aliens
 * score. Refused (`certified: false`, with the reason and what would do) if the data cannot carry it.
 *
 * @example
 * ```ts
 * const random = substream(1, 'scores')
 * const nominal = Float64Array.from({ length: 3000 }, () => random.normal())
 * const mixture = Float64Array.from({ length: 3000 }, (_, i) => random.normal() + (i % 4 === 0 ? 5 : 0))
 * const certificate = certify({ nominal, mixture, alpha: 0.26, recall: 0.8, confidence: 0.95 })
 * certificate.certified // => true
 * certificate.falseAlarmRate // => 0.0006…
 * ```
 */
export function certify(input: CertifyInput): Certificate {
  checkTerms(input)
  const { recall, confidence, nominalScores = 'given', aliensAtMost, gates, looks } = input
  const method = methodFor(input)
  const alphaSource = sourceOf(input)
  const samples = samplesIn(input)
  const { nominal, mixture } = samples
  const { alpha: given, q, audit, separation: assumed } = input
  if (given !== undefined) refuteAlpha(samples, given)
  if (aliensAtMost !== undefined) refuteCount(samples, aliensAtMost)
  const eta = complement(recall)
  const delta = complement(confidence)
  const question = { alpha: given, alphaSource, eta, delta, q, audit, aliens: aliensAtMost, separation: assumed, gates }
  const { spent, assumption, ...outcome } = methodOf(method).prove(samples, question)
  const { alpha } = outcome
  if (assumed !== undefined) refuteAlpha(samples, alpha)
  const shared = {
    method,
    alphaSource,
    ...(aliensAtMost === undefined ? {} : { aliensAtMost }),
    ...(gates === undefined ? {} : { gates }),
    ...(looks === undefined ? {} : { looks }),
    eta,
    delta,
    n0: nominal.length,
    nm: mixture.length,
    nominalScores,
    admissible: testAdmissibility(samples),
    assumptions: assumptionsOf({
      alpha,
      alphaSource,
      nominalScores,
      method,
      promise: { delta, together: spent.falseAlarms === null },
      route: outcome.audit?.route,
      count: aliensAtMost === undefined ? undefined : { aliens: aliensAtMost, rows: mixture.length },
      separation: assumption,
      looks,
    }),
  }
  if (outcome.certified) {
    const promised = {
      ...outcome,
      ...shared,
      recall,
      falseAlarmRate: shareAbove(nominal, outcome.tau),
      alarmRate: shareAbove(mixture, outcome.tau),
    }
    const conditions = [
      ...(alphaSource === 'estimate' ? [`alpha <= ${alpha}: estimated, not proved`] : []),
      ...(looks === undefined || looks === 1 ? [] : [lookedBefore(looks)]),
    ]
    return conditions.length === 0 ? promised : { ...promised, ...onCondition(conditions.join(', and on ')) }
  }
  return {
    ...withAdvice(outcome, { ...shared, q, reversed: seemReversed(samples), same: seemTheSame(samples) }),
    ...shared,
    ...EVERYTHING_ALARMS,
    q: null,
    recall: null,
  }
}

interface Advised extends Pick<Certificate, 'n0' | 'nm' | 'method' | 'nominalScores'> {
  readonly eta: number
  /** Whether the mixture takes the part of the nominal rows. */
  readonly reversed: boolean
  /** Whether both samples hold the same scores. */
  readonly same: boolean
  /** The q that was asked for. */
  readonly q?: number
}

/** A refusal never says that as few rows as there are would do: by what these scores show, it is then the detector that is too poor. */
function withAdvice<R extends Pick<Refused, 'reason' | 'needed'>>(
  refused: R,
  { n0, nm, eta, q, reversed, same, method, nominalScores }: Advised,
): R {
  const { needed, reason } = refused
  const enough = needed !== null && needed.n0 <= n0 && needed.nm <= nm
  // An audit that falls short asks for labels, and a q of eta or more leaves no room for any data.
  const byData = method !== 'audit' && !(q !== undefined && q >= eta)
  const limit = enough || (needed === null && byData)
  const advice = limit
    ? '; more rows will not help: these scores tell aliens apart too badly, a better detector would'
    : ''
  const files = reversed
    ? `; mixture rows score lower than nominal ones, which aliens among them would not do: are the two files swapped?${trained(nominalScores)}`
    : same
      ? '; nominal and mixture scores are the same: was one file given twice?'
      : ''
  return { ...refused, needed: enough ? null : needed, reason: `${reason}${advice}${files}` }
}

/** What else can lift nominal scores: of a few kinds of rows, those that trained are scored with caution. */
function trained(nominalScores: NominalScores): string {
  return nominalScores === 'given' || nominalScores === 'held-out'
    ? ''
    : ' If not: in tables of few kinds of rows, rows that trained the detector may score too high; rows held out do not'
}

/** Terms that were chosen by what the same rows had answered would be the best of several tries. */
function lookedBefore(looks: number): string {
  const earlier = looks === 2 ? 'the earlier look' : `the ${looks - 1} earlier looks`
  return `terms that do not depend on ${earlier} at these rows: not proved`
}

/** An estimate is no bound, and a second look is no first one: what would be a certificate promises nothing but on this condition. */
function onCondition(conditional: string): Pick<Conditional, 'certified' | 'conditional' | 'reason'> {
  return { certified: false, conditional, reason: `conditional on ${conditional}` }
}

const EVERYTHING_ALARMS = {
  tau: Number.NEGATIVE_INFINITY,
  falseAlarmRate: 1,
  falseAlarmRateUpper: null,
  alarmRate: 1,
} as const

/**
 * Algorithm 1 with a q of the user's choice, in the form of a certificate that promises nothing.
 *
 * @example
 * ```ts
 * const { tau, certified } = uncertified({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9], alpha: 0.5, q: 0.1 })
 * tau // => 4
 * certified // => false
 * ```
 */
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
