import type { Samples } from '../../cdf/samples.js'
import { planAudit } from '../audit/planning.js'
import type { AlphaSource } from '../certificate.js'
import { falseAlarmUpper } from '../false-alarms/false-alarm.js'
import type { Decided, Prover } from '../method.js'
import { observedMissRate, sizesByCurves } from '../observed.js'
import { percentOf } from '../percent-of.js'
import { boundUnder } from '../separation.js'
import { attainableRecall } from '../walk/attainable.js'
import { type Gate, type Schedule, spentBy } from '../walk/schedule.js'
import type { WalkThreshold } from '../walk/threshold.js'
import { ALPHA_BEFOREHAND, scheduleFor } from './schedule.js'
import { exactThreshold } from './threshold.js'

export interface Terms {
  readonly alpha: number
  readonly alphaSource?: AlphaSource
  readonly eta: number
  /** What the walk may spend. */
  readonly delta: number
  readonly gates?: readonly Gate[]
}

/** The schedule of a promise: by its alpha, or by one fixed beforehand where a bound was read off the same samples. */
function scheduleOf({ nominal, mixture }: Samples, { alpha, alphaSource, eta, delta, gates }: Terms): Schedule {
  const assumed = alphaSource === 'bound' ? ALPHA_BEFOREHAND : alpha
  return scheduleFor({ alpha: assumed, eta, delta, n0: nominal.length, nm: mixture.length }, gates)
}

/** The threshold that is certified on these terms. */
export function certifiedThreshold(samples: Samples, terms: Terms): WalkThreshold {
  return exactThreshold({ samples, alpha: terms.alpha, eta: terms.eta, schedule: scheduleOf(samples, terms) })
}

/** The terms of the walk behind a decision: without what a bound on alpha spent. */
export function termsOf({ alpha, alphaSource, eta, delta, gates, separation }: Decided): Terms {
  return { alpha, alphaSource, eta, delta: delta - (separation?.delta ?? 0), gates }
}

/**
 * The exact certificate. The false alarm bound is a second statement, of confidence 1 - delta of its own: the two hold
 * together with confidence 1 - 2 delta.
 */
export const proveByExact: Prover = (
  samples,
  { alpha: given, alphaSource, eta, delta, gates, separation: assumed },
) => {
  const { nominal, mixture } = samples
  const bounded = assumed === undefined ? undefined : boundUnder(samples, assumed, delta)
  const { alpha = given!, separation, assumption } = bounded ?? {}
  const decided = { alpha, alphaSource: separation ? 'bound' : alphaSource, eta, delta, gates, separation } as const
  const terms = termsOf({ ...decided, tau: 0, q: null })
  const walk = certifiedThreshold(samples, terms)
  const { tau } = walk
  const spentOnAlpha = separation === undefined ? [] : [{ what: 'share of aliens', level: separation.delta }]
  const spent = { joined: 'by union', parts: [...spentOnAlpha, ...spentBy(walk.schedule)], falseAlarms: delta } as const
  const shared = { alpha, spent, ...(separation === undefined ? {} : { separation, assumption }) }
  if (tau > Number.NEGATIVE_INFINITY) {
    const falseAlarmRateUpper = falseAlarmUpper(nominal, tau, delta)
    return { ...shared, certified: true, tau, q: null, epsilon: null, falseAlarmRateUpper }
  }
  const { aliens, labels } = planAudit(alpha, eta, delta)
  const design = { alpha, eta, delta: terms.delta, n0: nominal.length, nm: mixture.length }
  const needed = sizesByCurves(design, observedMissRate(samples, alpha))
  const issued = (tried: number): boolean =>
    certifiedThreshold(samples, { ...terms, eta: tried }).tau > Number.NEGATIVE_INFINITY
  return {
    ...shared,
    certified: false,
    reason: `with these ${nominal.length} nominal and ${mixture.length} mixture scores no threshold can be proved to miss at most ${percentOf(eta)} of the aliens; an audit of about ${labels} mixture rows (${aliens} aliens among them) would do without more data`,
    epsilon: null,
    attainable: { recall: attainableRecall(issued, eta) },
    needed,
  }
}
