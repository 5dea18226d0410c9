import type { Samples } from '../../cdf/samples.js'
import { exp, log } from '../../numeric/elementary.js'
import { normalCdf, normalQuantile } from '../../numeric/normal.js'
import type { Random } from '../../numeric/random.js'
import { rankAtRate } from '../walk/ranks.js'

/**
 * What the scores of a mixture may look like: where a share of the nominal scores lies below, so does this share of the
 * mixture's.
 */
export type Law = (below: number) => number

/*
 * Laws of three parameters: a share of the mixture is alien, and of these the share Phi(slope Phi^-1(below) - separation)
 * lies where `below` of the nominals do. Each is as plausible as it fits the pilot and as usual it is.
 */

/** The usual detector, as where gates are placed: where its parameters lie, and how far from there they may well be. */
const USUAL_SEPARATION = 3.2
const SPREAD_OF_SEPARATION = 1.5
const SPREAD_OF_LOG_SLOPE = 0.35
/** The share of aliens may be anything up to what is said, in so many steps: a pilot that shows more does so by luck. */
const SHARES = 20
/** Rates of the pilot's curve share most of their rows: together they are worth so many separate looks. */
const INDEPENDENT_LOOKS = 4
const RATE_STEP = 0.8
const HIGHEST = 0.9
/** The lowest rate that is looked at leaves so many nominals above. */
const LEAST_ABOVE = 3
/** No miss rate is known better than this: no law of three parameters is the detector's own. */
const LEAST_VARIANCE = 1e-4
/** A law that fits so much worse than the best is left out. */
const FAR = 20

interface Look {
  readonly below: number
  readonly quantile: number
  /** The share of the mixture that lies below, and its variance. */
  readonly lower: number
  readonly variance: number
}

interface Fitted {
  readonly slope: number
  readonly separation: number
  readonly share: number
  readonly misfit: number
}

/** Draws laws as often as the pilot makes them plausible; `alpha`: what is said of the share of aliens. */
export function fittedLaws(pilot: Samples, alpha: number): (random: Random) => Law {
  const all = fitAll(looksAt(pilot, alpha), alpha)
  const least = Math.min(...all.map(({ misfit }) => misfit))
  const kept = all.filter(({ misfit }) => misfit < least + FAR)
  let sum = 0
  const upTo = kept.map(({ misfit }) => (sum += exp((least - misfit) / 2)))
  return (random) => {
    const drawn = sum * random.float()
    const at = upTo.findIndex((weight) => weight > drawn)
    const { slope, separation, share } = kept[at < 0 ? kept.length - 1 : at]
    return (below) => {
      if (below <= 0 || below >= 1) return below
      return (1 - share) * below + share * normalCdf(slope * normalQuantile(below) - separation)
    }
  }
}

function fitAll(looks: readonly Look[], alpha: number): Fitted[] {
  const all: Fitted[] = []
  const scale = INDEPENDENT_LOOKS / Math.max(1, looks.length)
  for (let slope = 0.4; slope <= 2; slope *= 1.15) {
    for (let step = 1; step <= 35; step++) {
      const separation = step / 5
      const missed = looks.map(({ quantile }) => normalCdf(slope * quantile - separation))
      const unusual = log(slope) / SPREAD_OF_LOG_SLOPE
      const far = (separation - USUAL_SEPARATION) / SPREAD_OF_SEPARATION
      for (let part = 1; part <= SHARES; part++) {
        const share = (part / SHARES) * alpha
        let squares = 0
        looks.forEach(({ below, lower, variance }, k) => {
          const gap = lower - (1 - share) * below - share * missed[k]
          squares += (gap * gap) / variance
        })
        all.push({ slope, separation, share, misfit: scale * squares + unusual * unusual + far * far })
      }
    }
  }
  return all
}

function looksAt({ nominal, mixture }: Samples, alpha: number): Look[] {
  const [n0, nm] = [nominal.length, mixture.length]
  const looks: Look[] = []
  for (let rate = HIGHEST; rate * (n0 + 1) > LEAST_ABOVE; rate *= RATE_STEP) {
    const rank = rankAtRate(n0, rate)
    const below = rank / (n0 + 1)
    const lower = mixture.countAtMost(nominal.at(rank - 1)) / nm
    const spread = Math.max(lower, 1 / nm) * (1 - Math.min(lower, 1 - 1 / nm))
    const variance = spread / nm + ((1 - alpha) * (1 - alpha) * below * (1 - below)) / n0
    looks.push({ below, quantile: normalQuantile(below), lower, variance: variance + LEAST_VARIANCE * alpha * alpha })
  }
  return looks
}
