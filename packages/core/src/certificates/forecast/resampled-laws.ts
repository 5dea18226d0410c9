import type { Samples } from '../../cdf/samples.js'
import type { Random } from '../../numeric/random.js'
import { ranksFrom } from '../walk/ranks.js'
import { sharesBelow } from '../walk/shares-below.js'
import type { Law } from './fitted-laws.js'

/** The lowest of the pilot's scores that are looked at leaves hardly any nominal below. */
const HIGHEST = 0.995

/** Between these shares of nominals below a threshold hardly any alien lies lower. */
const MIDDLE = [0.5, 0.95] as const

/**
 * Draws laws by the bootstrap: the pilot's own curve, both samples drawn again. It takes the scores as they are, humps and
 * all, where laws of a few parameters would not fit; it is wide where the pilot is small. More aliens than are said to be there
 * it holds by luck, which other rows do not share.
 */
export function resampledLaws({ nominal, mixture }: Samples, alpha: number): (random: Random) => Law {
  const [n0, nm] = [nominal.length, mixture.length]
  const ranks = ranksFrom(n0, HIGHEST)
  const below = ranks.map((rank) => rank / (n0 + 1))
  const lower = ranks.map((rank) => mixture.countAtMost(nominal.at(rank - 1)) / nm)
  return (random) => {
    const x = sharesBelow(below, n0, random)
    const y = sharesBelow(lower, nm, random)
    const share = shareIn(x, y, alpha)
    return (at) => (1 - alpha) * at + (alpha * (through(x, y, at) - (1 - share) * at)) / share
  }
}

/** The share of aliens that the points show, if it is more than alpha. */
function shareIn(x: Float64Array, y: Float64Array, alpha: number): number {
  let [sum, points] = [0, 0]
  x.forEach((below, i) => {
    if (below < MIDDLE[0] || below > MIDDLE[1]) return
    sum += (below - y[i]) / below
    points++
  })
  return points === 0 ? alpha : Math.max(alpha, sum / points)
}

/** Straight between the points, from (0, 0) to (1, 1); `x` rises. */
function through(x: Float64Array, y: Float64Array, at: number): number {
  let [low, high] = [-1, x.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (x[middle] < at) low = middle
    else high = middle
  }
  const [x0, y0] = low < 0 ? [0, 0] : [x[low], y[low]]
  const [x1, y1] = high === x.length ? [1, 1] : [x[high], y[high]]
  return x1 > x0 ? y0 + ((at - x0) / (x1 - x0)) * (y1 - y0) : y1
}
