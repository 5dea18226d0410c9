import { shareAbove } from '../../cdf/empirical.js'
import { type Prover, recallBelow } from '../method.js'
import type { Spent } from '../spent.js'
import { type DkwEpsilon, dkwEpsilon, dkwSampleSizes, dkwThreshold } from './dkw.js'
import { bandSizesByCurves } from './sizes-by-curves.js'
import { tooFewNominalsBelow } from './upper-bound-refusal.js'

/** One-sided bands with the best split of delta; the false alarm bound holds on the same event as the recall promise. */
export const proveByDkw: Prover = (samples, { alpha: given, eta, delta }) => {
  const alpha = given!
  const { nominal, mixture } = samples
  const n0 = nominal.length
  const nm = mixture.length
  const needed = () => {
    const least = dkwSampleSizes({ alpha, delta, epsilon: eta }, nm / n0)
    return bandSizesByCurves(samples, alpha, least, (sizes) => {
      const { epsilon, ...bands } = dkwEpsilon({ alpha, delta, ...sizes })
      return { ...bands, q: eta - epsilon }
    })
  }
  const found = dkwThreshold(samples, { alpha, eta, delta })
  if (found === null) {
    const { epsilon, ...bands } = dkwEpsilon({ alpha, delta, n0, nm })
    return {
      alpha,
      certified: false,
      reason: `the bands need epsilon <= ${rounded(eta)}, but ${n0} nominal and ${nm} mixture rows only reach ${rounded(epsilon)}`,
      epsilon,
      attainable: { recall: recallBelow(epsilon) },
      needed: needed(),
      spent: spentOnBands(bands),
    }
  }
  const { tau, plain, q, epsilon, e0 } = found
  const spent = spentOnBands(found)
  if (tau < plain && tau === Number.NEGATIVE_INFINITY) {
    return { alpha, ...tooFewNominalsBelow(nominal, plain, eta, epsilon), needed: needed(), spent }
  }
  const falseAlarmRateUpper = Math.min(1, shareAbove(nominal, tau) + e0)
  return { alpha, certified: true, tau, q, epsilon, falseAlarmRateUpper, spent }
}

/** Either band may fail, the samples being independent; the bound on false alarms holds on the same event as the recall promise. */
function spentOnBands({ d0, dm }: Pick<DkwEpsilon, 'd0' | 'dm'>): Spent {
  const parts = [
    { what: 'nominal band', level: d0 },
    { what: 'mixture band', level: dm },
  ]
  return { joined: 'as independent', parts, falseAlarms: null }
}

function rounded(x: number): string {
  return String(Number(x.toPrecision(4)))
}
