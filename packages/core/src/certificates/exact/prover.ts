import type { Samples } from '../../cdf/samples.js'
import { planAudit } from '../audit/planning.js'
import { falseAlarmUpper } from '../false-alarms/false-alarm.js'
import { type Prover, recallBelow, type Terms } from '../method.js'
import { exactSampleSizes } from './planning.js'
import { exactThreshold } from './threshold.js'

/**
 * The exact certificate. The false alarm bound is a second statement, of confidence 1 - delta of its own: the two hold
 * together with confidence 1 - 2 delta.
 */
export const proveByExact: Prover = (samples, terms) => {
  const { nominal, mixture } = samples
  const { alpha, eta, delta } = terms
  const { tau } = exactThreshold({ samples, alpha, eta, delta })
  if (tau > Number.NEGATIVE_INFINITY) {
    return { certified: true, tau, q: null, epsilon: null, falseAlarmRateUpper: falseAlarmUpper(nominal, tau, delta) }
  }
  const { aliens, labels } = planAudit(alpha, eta, delta)
  return {
    certified: false,
    reason: `no threshold keeps the miss rate below ${eta} for these ${nominal.length} nominal and ${mixture.length} mixture scores; an audit of about ${labels} mixture rows (${aliens} aliens among them) would do without more data`,
    epsilon: null,
    attainable: { recall: attainableRecall(samples, terms) },
    needed: exactSampleSizes(terms, { ratio: mixture.length / nominal.length }),
  }
}

/**
 * The largest recall, of four digits, at which these data would have been certified. A hint for the next study: chosen
 * after looking, it is no promise about this one.
 */
function attainableRecall(samples: Samples, { alpha, eta, delta }: Terms): number | null {
  const issued = (etaTried: number): boolean =>
    exactThreshold({ samples, alpha, eta: etaTried, delta }).tau > Number.NEGATIVE_INFINITY
  let low = eta
  let high = 0.9999
  if (!issued(high)) return null
  while (high - low > 5e-5) {
    const middle = (low + high) / 2
    if (issued(middle)) high = middle
    else low = middle
  }
  return recallBelow(high)
}
