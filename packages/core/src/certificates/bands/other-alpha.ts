import { shareAbove } from '../../cdf/empirical.js'
import type { Samples } from '../../cdf/samples.js'
import { missRate } from '../algorithm1/miss-rate.js'
import { type Decided, type OtherAlpha, recallBelow } from '../method.js'
import { type Bands, bandThreshold, coversFewerAliens } from './band-threshold.js'
import { dkwEpsilon, dkwThreshold } from './dkw.js'
import { theorem1Bands, theorem1Epsilon } from './theorem1.js'

/** The margin and the bands of a method for another alpha. */
type Margin = (samples: Samples, decided: Decided, alpha: number) => Bands & { readonly epsilon: number }

/** Fa_hat at the threshold plus the margin of each alpha, where the bands also cover fewer aliens. */
function supportedBy(margin: Margin): OtherAlpha['supportedRecalls'] {
  return (samples, decided, alphas) => {
    const { tau } = decided
    const at = { f0: 1 - shareAbove(samples.nominal, tau), fm: 1 - shareAbove(samples.mixture, tau) }
    return alphas.map((alpha) => {
      const { epsilon, ...bands } = margin(samples, decided, alpha)
      return coversFewerAliens(at, bands) ? recallBelow(missRate(samples, tau, alpha) + epsilon) : null
    })
  }
}

/** What dkw says of the same samples if alpha is another. */
export const dkwOtherAlpha: OtherAlpha = {
  thresholdAt: (samples, { eta, delta }, alpha) =>
    dkwThreshold(samples, { alpha, eta, delta })?.tau ?? Number.NEGATIVE_INFINITY,
  supportedRecalls: supportedBy(({ nominal, mixture }, { delta }, alpha) =>
    dkwEpsilon({ alpha, delta, n0: nominal.length, nm: mixture.length }),
  ),
}

/** What theorem1 says of the same samples if alpha is another. A q of the user's own choice stays. */
export const theorem1OtherAlpha: OtherAlpha = {
  thresholdAt(samples, { alpha: decided, eta, delta, q }, alpha) {
    const { nominal, mixture } = samples
    const n = Math.min(nominal.length, mixture.length)
    const largestQ = eta - theorem1Epsilon(alpha, delta, n)
    const ownQ = q !== eta - theorem1Epsilon(decided, delta, n)
    if (!(largestQ >= (ownQ ? q! : 0))) return Number.NEGATIVE_INFINITY
    const bands = theorem1Bands(delta, nominal.length, mixture.length)
    const { tau, plain } = bandThreshold(samples, { alpha, q: ownQ ? q! : largestQ }, bands)
    return tau < plain ? Number.NEGATIVE_INFINITY : tau
  },
  supportedRecalls: supportedBy(({ nominal, mixture }, { delta }, alpha) => ({
    epsilon: theorem1Epsilon(alpha, delta, Math.min(nominal.length, mixture.length)),
    ...theorem1Bands(delta, nominal.length, mixture.length),
  })),
}
