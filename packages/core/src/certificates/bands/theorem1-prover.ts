import { shareAbove } from '../../cdf/empirical.js'
import { type Prover, recallBelow } from '../method.js'
import type { Spent } from '../spent.js'
import { bandThreshold } from './band-threshold.js'
import { bandSizesByCurves } from './sizes-by-curves.js'
import { bandLevel, theorem1Bands, theorem1Epsilon, theorem1SampleSize } from './theorem1.js'
import { tooFewNominalsBelow } from './upper-bound-refusal.js'

/**
 * Theorem 1: epsilon from n = min(n0, nm), then Algorithm 1 with q = eta - epsilon, or a smaller q. The threshold is the one
 * that Algorithm 1 gives or none: refused where the bands do not carry it for a share of aliens below alpha.
 */
export const proveByTheorem1: Prover = (samples, { alpha: given, eta, delta, q: chosen }) => {
  const alpha = given!
  const spent = spentOnTwoBands(delta)
  const { nominal, mixture } = samples
  const n = Math.min(nominal.length, mixture.length)
  const epsilon = theorem1Epsilon(alpha, delta, n)
  const allowed = chosen === undefined ? eta : eta - chosen
  const needed = () => {
    if (!(allowed > 0)) return null
    const least = theorem1SampleSize(alpha, delta, allowed)
    return bandSizesByCurves(samples, alpha, { n0: least, nm: least }, ({ n0, nm }) => {
      const left = eta - theorem1Epsilon(alpha, delta, Math.min(n0, nm))
      return { ...theorem1Bands(delta, n0, nm), q: chosen ?? left }
    })
  }
  if (!(epsilon <= allowed)) {
    return {
      alpha,
      certified: false,
      reason: `Theorem 1 needs epsilon <= ${rounded(allowed)}, but ${n} rows in the smaller sample only reach ${rounded(epsilon)}`,
      epsilon,
      attainable: { recall: recallBelow(epsilon + (chosen ?? 0)) },
      needed: needed(),
      spent,
    }
  }
  const q = chosen ?? eta - epsilon
  const bands = theorem1Bands(delta, nominal.length, mixture.length)
  const { tau, plain } = bandThreshold(samples, { alpha, q }, bands)
  if (tau < plain) {
    return { alpha, ...tooFewNominalsBelow(nominal, plain, eta, epsilon), needed: needed(), spent }
  }
  const falseAlarmRateUpper = Math.min(1, shareAbove(nominal, tau) + bands.e0)
  const margin = chosen === undefined ? epsilon : allowed
  return { alpha, certified: true, tau, q, epsilon: margin, falseAlarmRateUpper, spent }
}

/** Two-sided bands around independent samples, each at 1 - sqrt(1 - delta). */
function spentOnTwoBands(delta: number): Spent {
  const level = bandLevel(delta)
  const parts = [
    { what: 'nominal band', level },
    { what: 'mixture band', level },
  ]
  return { joined: 'as independent', parts, falseAlarms: null }
}

function rounded(x: number): string {
  return String(Number(x.toPrecision(4)))
}
