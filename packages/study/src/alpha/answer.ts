import {
  type AuditLabels,
  alphaLowerBound,
  auditedBounds,
  type Estimate,
  type Refusal as NoEstimate,
  prepare,
  type Recommendation,
  type RowsAndScores,
  recommend,
  type SeparationBound,
  separationBound,
  separationBoundAtQuantile,
  XenolithError,
} from '@xenolith/core'
import { bestBinEstimate } from '@xenolith/core/internals'
import { type Listener, named, silent } from '../listener.js'

/** An estimate with the time it took, which is the only thing here that two runs may disagree about; or why there is none. */
export type TimedEstimate = (Estimate & { readonly seconds: number }) | NoEstimate

/** What the data say about alpha, as printed by --json: bounds apart from estimates. */
export interface Answer {
  readonly n0: number
  readonly nm: number
  readonly confidence: number
  /** At least this share is alien, whatever the aliens are like. */
  readonly lowerBound: number
  readonly upperBound: SeparationBound | null
  readonly audited: { readonly labelled: number; readonly lower: number; readonly upper: number } | null
  readonly estimate: {
    readonly name: 'BBE'
    readonly alpha: number
    readonly interval: readonly [number, number]
    readonly guarantee: false
  }
  readonly estimates: readonly TimedEstimate[]
  /** The estimate to build on, by the rule of the journal paper's authors; null when that rule has nothing to go by. */
  readonly recommended: (Recommendation & { readonly guarantee: false }) | null
}

export interface Question {
  readonly confidence: number
  readonly quantile?: number
  readonly t0?: number
  readonly rho?: number
}

/**
 * Refuses a question that cannot be, before any long work.
 *
 * @example
 * ```ts
 * checkQuestion({ confidence: 0.95, quantile: 0.2, rho: 0.1 }) // => undefined
 * ```
 */
export function checkQuestion(question: Question & { readonly alpha?: number }, listener: Listener = silent): void {
  const { alpha, confidence, quantile, t0, rho } = question
  const name = (option: string): string => named(listener, option)
  const bad = (what: string): never => {
    throw new XenolithError('bad-option', what)
  }
  if (alpha !== undefined && !(alpha > 0 && alpha <= 1)) {
    throw new XenolithError('bad-alpha', `alpha must be in (0, 1], got ${alpha}`)
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new XenolithError('bad-confidence', `confidence must be in (0, 1), got ${confidence}`)
  }
  if (quantile !== undefined && !(quantile > 0 && quantile < 1)) {
    bad(`${name('quantile')} must be in (0, 1), got ${quantile}`)
  }
  if (quantile !== undefined && t0 !== undefined) bad(`give ${name('quantile')} or ${name('t0')}, not both`)
  if (rho !== undefined && quantile === undefined && t0 === undefined) {
    bad(`${name('rho')} goes with ${name('quantile')} or ${name('t0')}`)
  }
  if (rho !== undefined && !(rho >= 0 && rho < 1)) bad(`${name('rho')} must be in [0, 1), got ${rho}`)
}

/**
 * What two samples of scores say about alpha: a lower bound, an upper bound where one was asked for, the share found by an audit, and estimates.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score : 1000 + i))
 * const answer = answerFor({ nominal, mixture }, { confidence: 0.95 }, undefined, [])
 * answer.lowerBound // => 0.4329…
 * answer.estimate.alpha // => 0.5
 * answer.upperBound // => null
 * ```
 */
export function answerFor(
  samples: RowsAndScores,
  { confidence, quantile, t0, rho = 0 }: Question,
  audit: AuditLabels | undefined,
  estimates: readonly TimedEstimate[],
): Answer {
  const prepared = prepare(samples.nominal, samples.mixture)
  const delta = 1 - confidence
  const { alpha, interval } = bestBinEstimate(prepared, delta)
  const upperBound = (): SeparationBound | null => {
    if (t0 !== undefined) return separationBound(prepared, { t0, rho, delta })
    return quantile === undefined ? null : separationBoundAtQuantile(prepared, { quantile, rho, delta })
  }
  const recommended = recommend(estimates)
  return {
    n0: samples.nominal.length,
    nm: samples.mixture.length,
    confidence,
    lowerBound: alphaLowerBound(prepared, delta),
    upperBound: upperBound(),
    audited: audit === undefined ? null : auditedShare(audit, delta),
    estimate: { name: 'BBE', alpha, interval, guarantee: false },
    estimates,
    recommended: recommended === null ? null : { ...recommended, guarantee: false },
  }
}

function auditedShare({ rows, verdicts }: AuditLabels, delta: number): Answer['audited'] {
  const among = (verdict: string): number => verdicts.filter((v) => v === verdict).length
  const counts = { labelled: rows.length, aliens: among('alien'), unsure: among('unsure') }
  return { labelled: rows.length, ...auditedBounds(counts, delta) }
}
