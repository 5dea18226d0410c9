import { expect } from '../errors.js'
import type { AuditLabels } from './audit/labels.js'
import type { AlphaSource, Method, NominalScores, Separation } from './certificate.js'
import { checkAlpha, checkConfidence, checkCount, checkQ, checkRecall } from './checks.js'
import { defaultMethod, isMethod, methodNames, methodOf } from './methods.js'
import { checkGates } from './placed-gates.js'
import { checkSeparation } from './separation.js'
import type { Gate } from './walk/schedule.js'

/** What is to be promised, and what is known for it. */
export interface PromiseTerms {
  /** The share of aliens in the mixture, or an upper bound on it; an audit, `aliensAtMost` or `separation` can stand in for it. */
  readonly alpha?: number
  /** How many rows of this mixture are alien, at most: a statement about these rows. The method is then count. */
  readonly aliensAtMost?: number
  /**
   * Bounds alpha from these data, under an assumption chosen before looking at them: aliens are at most `rho` times as likely as nominals to score below
   * the nominal `quantile`. Half of delta is spent on the bound and half on the certificate (exact), so that the confidence is of both.
   */
  readonly separation?: Separation
  /** The alien detection rate to promise, 1 - eta. */
  readonly recall: number
  /** 1 - delta. */
  readonly confidence: number
  /** Default exact; count with `aliensAtMost`, audit with an audit. */
  readonly method?: Method
  /** What a person said of a random sample of the mixture. */
  readonly audit?: AuditLabels
  /** A smaller q than the data would allow, for more caution (theorem1). */
  readonly q?: number
  /**
   * For exact and count: where the walk may set out, and which share of delta each place holds. Only from rows that are certified on nowhere (see
   * `placeGates`), or fixed beforehand; gates chosen by looking at the certified scores break the promise.
   */
  readonly gates?: readonly Gate[]
  /** An estimate makes the promise conditional: it is then not certified. */
  readonly alphaSource?: AlphaSource
  readonly nominalScores?: NominalScores
  /** How often these rows have been asked for a promise, this time counted, where someone counts. Above 1 nothing is certified. */
  readonly looks?: number
}

/** The method that the terms ask for, or imply. */
export function methodFor({ method, audit, aliensAtMost }: PromiseTerms): Method {
  return method ?? defaultMethod(audit !== undefined ? 'labels' : aliensAtMost !== undefined ? 'count' : 'alpha')
}

/** Where alpha comes from, if nobody says. */
export function sourceOf({ alpha, aliensAtMost, separation, alphaSource }: PromiseTerms): AlphaSource {
  if (separation !== undefined) return 'bound'
  return alphaSource ?? (alpha === undefined && aliensAtMost === undefined ? 'audit' : 'given')
}

/** Refuses numbers out of range and terms that contradict each other. */
export function checkTerms(terms: PromiseTerms): void {
  const { alpha, aliensAtMost, separation, audit, q, gates } = terms
  const method = methodFor(terms)
  expect(isMethod(method), 'bad-option', `method must be one of ${methodNames.join(', ')}; got ${method}`)
  const { restsOn, takesQ, takesGates } = methodOf(method)
  const known = [alpha, aliensAtMost, separation].filter((each) => each !== undefined).length
  expect(known <= 1, 'bad-option', 'alpha, aliensAtMost and separation say the same in different ways: give one')
  if (alpha !== undefined || (known === 0 && audit === undefined)) checkAlpha(alpha ?? Number.NaN)
  if (alpha !== undefined) checkSource(terms.alphaSource)
  if (aliensAtMost !== undefined) checkCount(aliensAtMost, 'aliensAtMost')
  if (separation !== undefined) checkSeparation(separation)
  if (gates !== undefined) checkGates(gates)
  checkRecall(terms.recall)
  checkConfidence(terms.confidence)
  if (q !== undefined) checkQ(q)
  if (terms.looks !== undefined) checkCount(terms.looks, 'looks')
  const audited = audit !== undefined
  expect(
    audited === (restsOn === 'labels'),
    'bad-option',
    audited
      ? `an audit is used by the method ${defaultMethod('labels')}, not by ${method}`
      : `the method ${method} needs an audit`,
  )
  const counted = aliensAtMost !== undefined
  expect(
    counted === (restsOn === 'count'),
    'bad-option',
    counted
      ? `a number of aliens is used by the method ${defaultMethod('count')}, not by ${method}`
      : `the method ${method} needs the number of aliens, aliensAtMost`,
  )
  expect(
    separation === undefined || method === 'exact',
    'bad-option',
    `a separation is used by the method exact, not by ${method}`,
  )
  const those = (takes: 'takesQ' | 'takesGates'): string =>
    methodNames.filter((name) => methodOf(name)[takes]).join(', ')
  expect(q === undefined || takesQ, 'bad-option', `q belongs to ${those('takesQ')}; the method ${method} has none`)
  expect(
    gates === undefined || takesGates,
    'bad-option',
    `gates belong to ${those('takesGates')}; the method ${method} has none`,
  )
}

/** A bound on alpha that was read off these data has spent delta of its own. Made here, it is deducted; handed over as a number, the confidence would be less than stated. */
function checkSource(source: AlphaSource | undefined): void {
  expect(
    source !== 'bound' && source !== 'audit',
    'bad-option',
    `an alpha from ${source === 'audit' ? 'an audit' : 'a bound'} spends a part of delta: give ${source === 'audit' ? 'the audit itself' : 'separation'} instead of alpha, so that it is deducted`,
  )
}
