import type { CountLaw } from '../walk/gate-rank.js'
import type { GateTask } from '../walk/gates.js'
import { HIGHEST_RATE } from '../walk/ranks.js'
import { countPValue } from './count-test.js'

/** The sizes and the promise: all that the walk's ranks, gates and levels may depend on. */
export interface CountDesign {
  /** How many of the nm mixture rows are alien, at most. */
  readonly aliens: number
  readonly eta: number
  readonly delta: number
  readonly n0: number
  readonly nm: number
}

/** A gate stands where F0 is above eta by so many deviations of a nominal rank: below eta the test claims nothing. */
const CLEAR_OF_ETA = 5

/** The standard deviation of Fa_hat at a threshold with F0 = p where the miss rate is `miss`. */
export function countDeviation(
  { aliens, n0, nm }: Omit<CountDesign, 'eta' | 'delta'>,
  p: number,
  miss: number,
): number {
  const nominals = nm - aliens
  return Math.sqrt(nominals * p * (1 - p) * (1 + nominals / n0) + aliens * miss * (1 - miss)) / aliens
}

/** The design as the rule for gates sees it. */
export function countGateTask(design: CountDesign): GateTask {
  const { eta, delta, n0 } = design
  const clear = 1 - eta - CLEAR_OF_ETA * Math.sqrt((eta * (1 - eta)) / (n0 + 2))
  const highest = Math.min(HIGHEST_RATE, Math.max(1 / (n0 + 1), clear))
  return { eta, delta, n0, highest, deviation: (p) => countDeviation(design, p, eta) }
}

/** The law of the mixture count at a rank where the miss rate is eta. */
export function countLaw({ aliens, eta, n0, nm }: CountDesign): CountLaw {
  const nominals = nm - aliens
  return {
    n0,
    atRank(k) {
      const v = k / (n0 + 1)
      const variance = nominals * v * (1 - v) * (1 + nominals / (n0 + 2)) + aliens * eta * (1 - eta)
      return { mean: nominals * v + aliens * eta, deviation: Math.sqrt(variance) }
    },
    pValue: (k, bm) => countPValue({ k, n0, bm, nm, aliens, eta }),
  }
}
