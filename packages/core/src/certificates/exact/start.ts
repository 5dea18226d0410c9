import type { CountLaw } from '../walk/gate-rank.js'
import type { GateTask } from '../walk/gates.js'
import { HIGHEST_RATE } from '../walk/ranks.js'
import { exactPValue } from './rank-test.js'

/** The sizes and the promise: all that the walk's ranks, gates and levels may depend on. */
export interface Design {
  readonly alpha: number
  readonly eta: number
  readonly delta: number
  readonly n0: number
  readonly nm: number
}

/** Wide cells: about the p-value, where power is all that is at stake. */
const ROUGH = 0.4

/** The standard deviation of Fa_hat at a threshold with F0 = p, on the edge of the null. */
export function missRateDeviation({ alpha, eta, n0, nm }: Omit<Design, 'delta'>, p: number): number {
  const pm = Math.min(p, (1 - alpha) * p + alpha * eta)
  return Math.sqrt((pm * (1 - pm)) / nm + ((1 - alpha) * (1 - alpha) * p * (1 - p)) / n0) / alpha
}

/** The design as the rule for gates sees it. */
export function gateTask(design: Design): GateTask {
  const { eta, delta, n0 } = design
  return { eta, delta, n0, highest: HIGHEST_RATE, deviation: (p) => missRateDeviation(design, p) }
}

/** The law of the mixture count at a rank, on the edge of the null. */
export function countLaw({ alpha, eta, n0, nm }: Design): CountLaw {
  return {
    n0,
    atRank(k) {
      const v = k / (n0 + 1)
      const pm = Math.min(v, (1 - alpha) * v + alpha * eta)
      const spread = ((1 - alpha) * (1 - alpha) * v * (1 - v)) / (n0 + 2)
      return { mean: nm * pm, deviation: Math.sqrt(nm * pm * (1 - pm) + nm * nm * spread) }
    },
    pValue: (k, bm) => exactPValue({ k, n0, bm, nm, alpha, eta }, ROUGH),
  }
}
