import { shareAbove } from '../cdf/empirical.js'
import { rawThreshold } from './algorithm1.js'
import { type Prover, recallBelow } from './prover.js'
import { theorem1Band, theorem1Epsilon, theorem1SampleSize } from './theorem1.js'

/** Theorem 1: epsilon from n = min(n0, nm), then Algorithm 1 with q = eta - epsilon, or a smaller q. */
export const proveByTheorem1: Prover = ({ nominal, mixture }, { alpha, eta, delta, q: chosen }) => {
  const n = Math.min(nominal.length, mixture.length)
  const epsilon = theorem1Epsilon(alpha, delta, n)
  const allowed = chosen === undefined ? eta : eta - chosen
  if (!(epsilon <= allowed)) {
    const needed = allowed > 0 ? theorem1SampleSize(alpha, delta, allowed) : null
    return {
      certified: false,
      reason: `Theorem 1 needs epsilon <= ${rounded(allowed)}, but ${n} rows in the smaller sample only reach ${rounded(epsilon)}`,
      epsilon,
      attainable: { recall: recallBelow(epsilon + (chosen ?? 0)) },
      needed: needed === null ? null : { n0: needed, nm: needed },
    }
  }
  const q = chosen ?? eta - epsilon
  const tau = rawThreshold(nominal, mixture, alpha, q)
  const falseAlarmRateUpper = Math.min(1, shareAbove(nominal, tau) + theorem1Band(delta, nominal.length))
  return { certified: true, tau, q, epsilon: chosen === undefined ? epsilon : allowed, falseAlarmRateUpper }
}

function rounded(x: number): string {
  return String(Number(x.toPrecision(4)))
}
