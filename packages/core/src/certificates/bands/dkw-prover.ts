import { shareAbove } from '../../cdf/empirical.js'
import { type Prover, recallBelow } from '../method.js'
import { dkwEpsilon, dkwSampleSizes, dkwThreshold } from './dkw.js'
import { tooFewNominalsBelow } from './upper-bound-refusal.js'

/** One-sided bands with the best split of delta; the false alarm bound holds on the same event as the recall promise. */
export const proveByDkw: Prover = (samples, { alpha, eta, delta }) => {
  const { nominal, mixture } = samples
  const n0 = nominal.length
  const nm = mixture.length
  const found = dkwThreshold(samples, { alpha, eta, delta })
  if (found === null) {
    const { epsilon } = dkwEpsilon({ alpha, delta, n0, nm })
    return {
      certified: false,
      reason: `the bands need epsilon <= ${rounded(eta)}, but ${n0} nominal and ${nm} mixture rows only reach ${rounded(epsilon)}`,
      epsilon,
      attainable: { recall: recallBelow(epsilon) },
      needed: dkwSampleSizes({ alpha, delta, epsilon: eta }, nm / n0),
    }
  }
  const { tau, plain, q, epsilon, e0 } = found
  if (tau < plain && tau === Number.NEGATIVE_INFINITY) return tooFewNominalsBelow(nominal, plain, eta, epsilon)
  return { certified: true, tau, q, epsilon, falseAlarmRateUpper: Math.min(1, shareAbove(nominal, tau) + e0) }
}

function rounded(x: number): string {
  return String(Number(x.toPrecision(4)))
}
