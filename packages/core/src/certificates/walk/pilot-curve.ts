import type { Samples } from '../../cdf/samples.js'
import { exp, log } from '../../numeric/elementary.js'
import { normalCdf, normalQuantile } from '../../numeric/normal.js'
import { rankAtRate } from './ranks.js'

/*
 * What a pilot says of a detector. Its alien CDF is too noisy to be taken at its word, so it is compared with curves of two parameters, the binormal family: at false alarm
 * rate r the miss rate is Phi(-slope Phi^-1(r) - separation). Each curve has a weight by how well it fits and by how usual it is.
 */
export interface WeightedCurve {
  readonly slope: number
  readonly separation: number
  /** Weights of this curve and all before it; the last is 1. */
  readonly upTo: number
}

/** Miss rate of a curve where a share `below` of the nominals scores lower. */
export function missRateOf({ slope, separation }: Pick<WeightedCurve, 'slope' | 'separation'>, below: number): number {
  return normalCdf(slope * normalQuantile(below) - separation)
}

/** The usual detector: where its parameters lie, and how far from there they may well be. */
const USUAL_SEPARATION = 3.2
const SPREAD_OF_SEPARATION = 1.5
const SPREAD_OF_LOG_SLOPE = 0.35
/** So many rates of the pilot's curve are worth a separate look: they share most of their rows. */
const INDEPENDENT_LOOKS = 4
const RATE_STEP = 0.8
/** The lowest rate that is looked at leaves so many nominals above. */
const LEAST_ABOVE = 3
/** No miss rate of a pilot is known better than this, whatever its rows: it is another sample, perhaps of another detector. */
const LEAST_VARIANCE = 1e-4

export function weighCurves(pilot: Samples, alpha: number): WeightedCurve[] {
  const looks = looksAt(pilot, alpha)
  const weighed: { slope: number; separation: number; misfit: number }[] = []
  for (let slope = 0.4; slope <= 2; slope *= 1.15) {
    for (let step = 1; step <= 35; step++) {
      const separation = step / 5
      let squares = 0
      for (const { below, missRate, variance } of looks) {
        const gap = missRate - missRateOf({ slope, separation }, below)
        squares += (gap * gap) / variance
      }
      const unusual = log(slope) / SPREAD_OF_LOG_SLOPE
      const far = (separation - USUAL_SEPARATION) / SPREAD_OF_SEPARATION
      const misfit = (squares * INDEPENDENT_LOOKS) / Math.max(1, looks.length) + unusual * unusual + far * far
      weighed.push({ slope, separation, misfit })
    }
  }
  const least = Math.min(...weighed.map(({ misfit }) => misfit))
  const weights = weighed.map(({ misfit }) => exp((least - misfit) / 2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weighed.map(({ slope, separation }, i) => {
    sum += weights[i]
    return { slope, separation, upTo: i === weights.length - 1 ? 1 : sum / total }
  })
}

/** Fa_hat of the pilot at some rates, with its variance. */
function looksAt(
  { nominal, mixture }: Samples,
  alpha: number,
): { readonly below: number; readonly missRate: number; readonly variance: number }[] {
  const [n0, nm] = [nominal.length, mixture.length]
  const looks: { below: number; missRate: number; variance: number }[] = []
  for (let rate = 0.9; rate * (n0 + 1) > LEAST_ABOVE; rate *= RATE_STEP) {
    const rank = rankAtRate(n0, rate)
    const below = rank / (n0 + 1)
    const lower = mixture.countAtMost(nominal.at(rank - 1)) / nm
    const missRate = (lower - (1 - alpha) * below) / alpha
    const spread = Math.max(lower, 1 / nm) * (1 - Math.min(lower, 1 - 1 / nm))
    const variance = (spread / nm + ((1 - alpha) * (1 - alpha) * below * (1 - below)) / n0) / (alpha * alpha)
    looks.push({ below, missRate, variance: variance + LEAST_VARIANCE })
  }
  return looks
}
