import type { Samples } from '../../cdf/samples.js'
import { planAudit } from '../audit/planning.js'
import type { AlphaSource } from '../certificate.js'
import { falseAlarmUpper } from '../false-alarms/false-alarm.js'
import { type Prover, recallBelow } from '../method.js'
import { exactSampleSizes } from './planning.js'
import { ALPHA_BEFOREHAND, type Schedule, scheduleFor, spentBy } from './schedule.js'
import { type ExactThreshold, exactThreshold } from './threshold.js'

export interface Terms {
  readonly alpha: number
  readonly alphaSource?: AlphaSource
  readonly eta: number
  readonly delta: number
}

/** The schedule of a promise: by its alpha, or by one fixed beforehand where a bound was read off the same samples. */
export function scheduleOf({ nominal, mixture }: Samples, { alpha, alphaSource, eta, delta }: Terms): Schedule {
  const assumed = alphaSource === 'bound' ? ALPHA_BEFOREHAND : alpha
  return scheduleFor({ alpha: assumed, eta, delta, n0: nominal.length, nm: mixture.length })
}

/** The threshold that is certified on these terms. */
export function certifiedThreshold(samples: Samples, terms: Terms): ExactThreshold {
  return exactThreshold({ samples, alpha: terms.alpha, eta: terms.eta, schedule: scheduleOf(samples, terms) })
}

/**
 * The exact certificate. The false alarm bound is a second statement, of confidence 1 - delta of its own: the two hold
 * together with confidence 1 - 2 delta.
 */
export const proveByExact: Prover = (samples, { alpha: given, alphaSource, eta, delta }) => {
  const { nominal, mixture } = samples
  const alpha = given!
  const terms = { alpha, alphaSource, eta, delta }
  const schedule = scheduleOf(samples, terms)
  const spent = { joined: 'by union', parts: spentBy(schedule), falseAlarms: delta } as const
  const { tau } = exactThreshold({ samples, alpha, eta, schedule })
  if (tau > Number.NEGATIVE_INFINITY) {
    const falseAlarmRateUpper = falseAlarmUpper(nominal, tau, delta)
    return { alpha, certified: true, tau, q: null, epsilon: null, falseAlarmRateUpper, spent }
  }
  const { aliens, labels } = planAudit(alpha, eta, delta)
  return {
    alpha,
    certified: false,
    reason: `no threshold keeps the miss rate below ${eta} for these ${nominal.length} nominal and ${mixture.length} mixture scores; an audit of about ${labels} mixture rows (${aliens} aliens among them) would do without more data`,
    epsilon: null,
    attainable: { recall: attainableRecall(samples, terms) },
    needed: exactSampleSizes(terms, { ratio: mixture.length / nominal.length }),
    spent,
  }
}

/**
 * The largest recall, of four digits, at which these data would have been certified. A hint for the next study: chosen
 * after looking, it is no promise about this one.
 */
function attainableRecall(samples: Samples, terms: Terms): number | null {
  const issued = (eta: number): boolean => certifiedThreshold(samples, { ...terms, eta }).tau > Number.NEGATIVE_INFINITY
  let low = terms.eta
  let high = 0.9999
  if (!issued(high)) return null
  while (high - low > 5e-5) {
    const middle = (low + high) / 2
    if (issued(middle)) high = middle
    else low = middle
  }
  return recallBelow(high)
}
