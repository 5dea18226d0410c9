import { type Certificate, type ErrorCode, isEstimate, XenolithError } from '@xenolith/core'
import { methodOf } from '@xenolith/core/internals'
import { count, percent } from '../index.js'
import { confidenceOf } from './answer.js'
import { holdsTogether } from './price.js'
import { down } from './rounded-bounds.js'
import { ordinaryRows } from './words.js'

/**
 * The error for a promise that the data cannot carry: why, what they could, and what it would take.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const refused = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.999, confidence: 0.999 })
 * refusalError(refused).code // => 'not-certifiable'
 * ```
 */
export function refusalError({ method, reason, attainable, needed }: Certificate): XenolithError {
  // The exact method finds it by trying on the data themselves: a promise chosen that way would not keep its confidence.
  const looked = !isEstimate(method) && methodOf(method).attainableByLooking
  const hint = looked ? ' (found by looking at them: plan with it, and certify on new data)' : ''
  const could =
    attainable?.recall == null
      ? 'no recall can be promised with these data'
      : `the largest recall these data could promise is ${percent(attainable.recall, 'down')}${hint}`
  const would = needed ? `; ${count(needed.n0)} nominal and ${count(needed.nm)} mixture rows would do` : ''
  return new XenolithError('not-certifiable', `${reason}; ${could}${would}`)
}

/** A refusal, as a study answers it. */
interface Refusal {
  readonly code: ErrorCode
  readonly reason: string
  /** What was tried, if it came to that. */
  readonly certificate?: Certificate
}

/**
 * What a machine reads of a refusal; it has no threshold, so that nobody takes it for a certificate.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const refused = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.999, confidence: 0.999 })
 * const { certified, n0 } = refusalJson({ code: 'not-certifiable', reason: refused.reason!, certificate: refused })
 * certified // => false
 * n0 // => 400
 * ```
 */
export function refusalJson({ code, reason, certificate }: Refusal): Record<string, unknown> {
  if (certificate === undefined) return { certified: false, reason, code }
  const { method, alpha, eta, delta, n0, nm, attainable, needed } = certificate
  const confidence = confidenceOf(certificate)
  // Bands hold for every recall at once; what another method could carry was found by looking, and needs new data.
  const could = attainable && { ...attainable, onNewData: !holdsTogether(certificate) }
  return {
    certified: false,
    method,
    alpha,
    eta,
    delta,
    confidence,
    n0,
    nm,
    reason: certificate.reason,
    attainable: could,
    needed,
    code,
  }
}

/**
 * The one-line summary of a threshold that promises nothing.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * estimateLine(uncertified({ samples: prepare(nominal, mixture), alpha: 0.5, q: 0.1 })) // => 'Algorithm 1 with q = 0.1: alarm when score > 1039; alarms on hardly any ordinary rows and on 45 % of the mixture. No promise.'
 * ```
 */
export function estimateLine({ tau, q, alpha, alphaSource, falseAlarmRate, alarmRate }: Certificate): string {
  const where = tau === Number.NEGATIVE_INFINITY ? 'every row alarms' : `alarm when score > ${tau}`
  const given = alphaSource === 'estimate' ? ` and an estimated alpha = ${alpha}` : ''
  return `Algorithm 1 with q = ${q}${given}: ${where}; alarms on ${ordinaryRows(falseAlarmRate)} and on ${percent(alarmRate)} of the mixture. No promise.`
}

/**
 * Ends work on an alpha that the data contradict.
 *
 * @example
 * ```ts
 * refuteAlpha(0.2, { lowerBound: 0.1, confidence: 0.95 }) // => undefined
 * ```
 */
export function refuteAlpha(
  alpha: number | undefined,
  { lowerBound, confidence }: { readonly lowerBound: number; readonly confidence: number },
): void {
  if (alpha === undefined || alpha >= lowerBound) return
  // A share that nobody believes comes of a column more often than of aliens.
  const hint =
    lowerBound < 0.5
      ? ''
      : '; if that cannot be, a column such as a date, an id or a label may tell the two files apart'
  throw new XenolithError(
    'alpha-refuted',
    `alpha = ${alpha} is refuted: with confidence ${confidence}, at least ${down(lowerBound)} of the mixture is alien${hint}`,
  )
}
