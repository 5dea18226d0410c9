import { missRank } from '../../packages/core/dist/certificates/audit/audit.js'
import { betaQuantile } from '../../packages/core/dist/numeric/beta.js'

/*
 * What the literature on Neyman-Pearson classification offers for the same two samples, to measure against. Scores ascending; the threshold, or -Infinity.
 *
 * Tong, Feng & Li (Science Advances 4, 2018): the umbrella algorithm takes an order statistic of a held-out sample of the class to be protected. Ignoring the noise means to
 * take the mixture for that sample, as if every row of it were alien. Yao, Rava, Tong & James (JASA 118, 2023) correct for label noise of known severity: from the bound on the
 * miss rate of the mixture an estimate of the difference to the miss rate of the aliens is taken off. With a share alpha of aliens in the mixture and none among the
 * nominals that difference is Fm - Fa = ((1-alpha)/alpha) (F0 - Fm), estimated on a part of the mixture that the threshold is not taken from. Written from the abstract and the general
 * construction; the error of the estimate is not part of their bound.
 */

/** The umbrella algorithm with the mixture for the protected class: at most eta of the *mixture* is missed. */
export function ignoreTheNoise({ mixture }, { eta, delta }) {
  const j = missRank(mixture.length, eta, delta)
  return j === 0 ? Number.NEGATIVE_INFINITY : below(mixture, j)
}

/** The same, adjusted for the share of nominals in the mixture. `mixture` in the order of its rows: every other row estimates, the rest give thresholds. */
export function labelNoiseAdjusted({ nominal, mixture }, { alpha, eta, delta }) {
  const sorted = Float64Array.from(nominal).sort()
  const estimating = Float64Array.from(mixture.filter((_, i) => i % 2 === 0)).sort()
  const candidates = Float64Array.from(mixture.filter((_, i) => i % 2 === 1)).sort()
  const n = candidates.length
  for (let k = n; k >= 1; k--) {
    const t = candidates[k - 1]
    // With probability 1 - delta at most this share of the mixture lies below its k-th smallest of n.
    const bound = betaQuantile(1 - delta, k, n + 1 - k)
    const difference = ((1 - alpha) / alpha) * (shareBelow(sorted, t) - shareBelow(estimating, t))
    if (bound - Math.max(0, difference) <= eta) return below(candidates, k)
  }
  return Number.NEGATIVE_INFINITY
}

/** The largest score below the j-th smallest, so that a miss is a score below it. */
function below(ascending, j) {
  return j > 1 ? ascending[j - 2] : Number.NEGATIVE_INFINITY
}

function shareBelow(ascending, t) {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (ascending[middle] < t) low = middle + 1
    else high = middle
  }
  return low / ascending.length
}
