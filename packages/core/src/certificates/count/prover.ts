import type { Samples } from '../../cdf/samples.js'
import { planAudit } from '../audit/planning.js'
import { falseAlarmUpper } from '../false-alarms/false-alarm.js'
import type { Prover } from '../method.js'
import { observedMissRate, sizesByCurves } from '../observed.js'
import { percentOf } from '../percent-of.js'
import { attainableRecall } from '../walk/attainable.js'
import { type Gate, spentBy } from '../walk/schedule.js'
import type { WalkThreshold } from '../walk/threshold.js'
import { countLawByCurves } from './planning.js'
import { countScheduleFor } from './schedule.js'
import { countThreshold } from './threshold.js'

export interface CountTerms {
  readonly aliens: number
  readonly eta: number
  readonly delta: number
  readonly gates?: readonly Gate[]
}

/** The threshold that is certified on these terms. */
export function certifiedByCount(samples: Samples, { aliens, eta, delta, gates }: CountTerms): WalkThreshold {
  const [n0, nm] = [samples.nominal.length, samples.mixture.length]
  return countThreshold({ samples, aliens, eta, schedule: countScheduleFor({ aliens, eta, delta, n0, nm }, gates) })
}

/**
 * The certificate for a known number of aliens in this file. The false alarm bound is a second statement, of confidence
 * 1 - delta of its own: the two hold together with confidence 1 - 2 delta.
 */
export const proveByCount: Prover = (samples, { aliens: given, eta, delta, gates }) => {
  const [n0, nm] = [samples.nominal.length, samples.mixture.length]
  const aliens = given!
  const alpha = aliens / nm
  const terms = { aliens, eta, delta, gates }
  const { tau, schedule } = certifiedByCount(samples, terms)
  const spent = { joined: 'by union', parts: spentBy(schedule), falseAlarms: delta } as const
  if (tau > Number.NEGATIVE_INFINITY) {
    const falseAlarmRateUpper = falseAlarmUpper(samples.nominal, tau, delta)
    return { alpha, spent, certified: true, tau, q: null, epsilon: null, falseAlarmRateUpper }
  }
  const audit = planAudit(alpha, eta, delta)
  const issued = (tried: number): boolean =>
    certifiedByCount(samples, { ...terms, eta: tried }).tau > Number.NEGATIVE_INFINITY
  return {
    alpha,
    spent,
    certified: false,
    reason: `with these ${n0} nominal and ${nm} mixture scores, at most ${aliens} of them aliens, no threshold can be proved to miss at most ${percentOf(eta)} of the aliens; an audit of about ${audit.labels} mixture rows (${audit.aliens} aliens among them) would do without more data`,
    epsilon: null,
    attainable: { recall: attainableRecall(issued, eta) },
    needed: sizesByCurves({ alpha, eta, delta, n0, nm }, observedMissRate(samples, alpha), countLawByCurves),
  }
}
