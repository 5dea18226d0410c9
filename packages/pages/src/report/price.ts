import { type Certificate, type Evidence, hasTerms, isEstimate, type Promised, standing } from '@xenolith/core'
import { methodOf } from '@xenolith/core/internals'
import { count, percent } from '../index.js'
import { type WayOut, waysOut } from './ways-out.js'
import { ordinaryRows } from './words.js'

/** Above this estimated share of ordinary rows that alarm, a certificate stands but is called costly. */
export const COSTLY_ABOVE = 0.1

/** What a promise costs: alarms on ordinary rows. */
export interface Price {
  readonly falseAlarmRate: number
  readonly falseAlarmRateUpper: number | null
  /** The confidence of the upper bound, taken alone. */
  readonly upperConfidence: number | null
  /** The confidence with which the promise and the upper bound hold together. */
  readonly jointConfidence: number | null
  /** Above `limit` the promise stands, but is called costly. */
  readonly costly: boolean
  readonly limit: number
  /** What would make it cheaper, where it is costly and the evidence is at hand. */
  readonly waysOut: readonly WayOut[]
}

/**
 * The price of a promise; null where nothing is promised.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const { falseAlarmRate, costly } = priceOf(certificate)!
 * falseAlarmRate // => 0.0025
 * costly // => false
 * ```
 */
export function priceOf(certificate: Certificate, evidence?: Evidence): Price | null {
  if (!hasTerms(certificate)) return null
  const { falseAlarmRate, falseAlarmRateUpper, delta } = certificate
  const bounded = falseAlarmRateUpper !== null
  const costly = falseAlarmRate > COSTLY_ABOVE
  return {
    falseAlarmRate,
    falseAlarmRateUpper,
    upperConfidence: bounded ? tidy(1 - delta) : null,
    jointConfidence: bounded ? tidy(1 - (holdsTogether(certificate) ? delta : 2 * delta)) : null,
    costly,
    limit: COSTLY_ABOVE,
    waysOut: costly && evidence !== undefined ? waysOut(certificate, evidence, COSTLY_ABOVE) : [],
  }
}

/** 1 - 0.05 without the dust of binary fractions. */
function tidy(x: number): number {
  return Math.max(0, Number(x.toPrecision(12)))
}

/**
 * Whether the bound on false alarms holds together with the promise at one delta: bands bound both curves at once; the
 * exact tests and the audit spend delta on recall alone.
 */
export function holdsTogether({ method }: Pick<Certificate, 'method'>): boolean {
  return !isEstimate(method) && methodOf(method).falseAlarmsWithRecall
}

/** What confidence the upper bound on false alarms has; to stand beside the number wherever it is shown. */
export function boundWords(certificate: Promised): string {
  const confidence = percent(1 - certificate.delta, 'down')
  return holdsTogether(certificate) ? 'together with the promise' : `by a separate bound at confidence ${confidence}`
}

/**
 * "alarms on about 2.4 % of ordinary rows (at most 3 %, by a separate bound at confidence 95 %)"
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * priceWords(certificate as Promised) // => 'alarms on about 0.25 % of ordinary rows (at most 1.5 %, by a separate bound at confidence 80 %)'
 * ```
 */
export function priceWords(certificate: Promised): string {
  const { tau, falseAlarmRate, falseAlarmRateUpper: upper, n0 } = certificate
  if (tau === Number.NEGATIVE_INFINITY) return 'alarms on every row'
  const told = [
    falseAlarmRate === 0 ? [`none of ${count(n0)} did`] : [],
    upper === null ? [] : [`at most ${percent(upper, 'up')}, ${boundWords(certificate)}`],
  ].flat()
  return `alarms on ${ordinaryRows(falseAlarmRate)}${told.length === 0 ? '' : ` (${told.join('; ')})`}`
}

/**
 * That a promise is costly, in words; null where it is not.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const price = priceOf(certificate)!
 * costlyWords({ ...price, costly: false }, certificate as Promised) // => null
 * costlyWords({ ...price, costly: true, falseAlarmRate: 0.4 }, certificate as Promised) // => 'Costly: the promise stands, but about 40 % of ordinary rows alarm, more than the 10 %…
 * ```
 */
export function costlyWords({ costly, limit, falseAlarmRate }: Price, certificate: Promised): string | null {
  if (!costly || falseAlarmRate === 1) return null
  const stands = standing(certificate) === 'conditional' ? '' : 'the promise stands, but '
  return `Costly: ${stands}about ${percent(falseAlarmRate)} of ordinary rows alarm, more than the ${percent(limit)} above which a certificate is called costly.`
}
