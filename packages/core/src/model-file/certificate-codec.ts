import { estimateNames } from '../certificates/algorithm1/estimates.js'
import type {
  Admissibility,
  AuditSummary,
  Certificate,
  CertificateFields,
  Separation,
} from '../certificates/certificate.js'
import { methodNames } from '../certificates/methods.js'
import type { Gate } from '../certificates/walk/schedule.js'
import { count, flag, number, oneOf, text } from '../codec/shape.js'
import { checkCertificate } from './certificate-check.js'
import { alienShare, ifPresent, inside, listOf, numberThat, orNull, type Reader, record, share } from './record.js'

/** More assumptions than any certificate states. */
const MOST_ASSUMPTIONS = 100
/** More gates than any walk has. */
const MOST_GATES = 100

/**
 * A certificate as JSON: tau is null when everything alarms.
 *
 * @example
 * ```ts
 * const certificate = uncertified({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9], alpha: 0.5, q: 0.1 })
 * certificateJson(certificate).certified // => false
 * ```
 */
export function certificateJson(certificate: Certificate): Record<string, unknown> {
  return { ...certificate, tau: certificate.tau === Number.NEGATIVE_INFINITY ? null : certificate.tau }
}

const tau: Reader<number> = (value, where) => orNull(number)(value, where) ?? Number.NEGATIVE_INFINITY
const atLeastZero: Reader<number> = numberThat((x) => x >= 0)
const sampleSize: Reader<number> = numberThat((x) => Number.isSafeInteger(x) && x >= 1)
const choice =
  <T extends string>(...choices: T[]): Reader<T> =>
  (value, where) =>
    oneOf(value, where, choices)

const readFields: Reader<CertificateFields> = record<CertificateFields>({
  certified: flag,
  method: choice(...methodNames, ...estimateNames),
  tau,
  alpha: alienShare,
  alphaSource: choice('given', 'audit', 'bound', 'estimate'),
  aliensAtMost: ifPresent(sampleSize),
  separation: ifPresent(
    record<Separation & { readonly delta: number }>({ quantile: inside, rho: share, delta: inside }),
  ),
  gates: ifPresent(listOf(record<Gate>({ rate: inside, share: alienShare }), MOST_GATES)),
  looks: ifPresent(sampleSize),
  q: orNull(numberThat((x) => x >= 0 && x < 1)),
  epsilon: orNull(atLeastZero),
  eta: orNull(inside),
  delta: orNull(inside),
  recall: orNull(inside),
  n0: sampleSize,
  nm: sampleSize,
  falseAlarmRate: share,
  falseAlarmRateUpper: orNull(share),
  alarmRate: share,
  admissible: record<Admissibility>({ ok: flag, worstGap: share, pValue: share }),
  nominalScores: choice('out-of-bag', 'leave-one-out', 'folds', 'cross-fitted', 'left-out', 'held-out', 'given'),
  assumptions: listOf(text, MOST_ASSUMPTIONS),
  audit: ifPresent(
    record<AuditSummary>({
      labelled: count,
      aliens: count,
      unsure: count,
      route: orNull(choice('direct', 'count', 'exact')),
    }),
  ),
  conditional: ifPresent(text),
  reason: ifPresent(text),
  attainable: ifPresent(record<{ readonly recall: number | null }>({ recall: orNull(share) })),
  needed: ifPresent(orNull(record<{ readonly n0: number; readonly nm: number }>({ n0: count, nm: count }))),
})

/** A certificate whose fields are what they should be and agree with each other. */
export function readCertificate(value: unknown, where = 'the certificate'): Certificate {
  return checkCertificate(readFields(value, where))
}
