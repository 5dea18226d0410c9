import { log } from '../../numeric/elementary.js'
import { normalQuantile } from '../../numeric/normal.js'
import { rankAtRate } from './ranks.js'

/** With a larger deviation of the mixture count than this, whole counts are fine enough. */
const COARSE_COUNTS = 60
const NEIGHBOURS = 6

/** What a method says of the mixture count at a rank when Fa = eta there. */
export interface CountLaw {
  readonly n0: number
  /** Its mean and deviation at rank k, about. */
  atRank(k: number): { readonly mean: number; readonly deviation: number }
  /** The p-value of a count, about. */
  pValue(k: number, bm: number): number
}

/**
 * The rank of a gate. The test compares a whole number with a critical one, so its true level is a little below `level`; at
 * which of a few neighbouring ranks the least is lost is a matter of the sizes, not of the data, and so free to choose.
 */
export function gateRank({ n0, atRank, pValue }: CountLaw, rate: number, level: number): number {
  const first = rankAtRate(n0, rate)
  const z = normalQuantile(1 - level)
  /** About where the level-quantile of the count lies. */
  const quantile = (k: number): number => atRank(k).mean - z * atRank(k).deviation
  const near = Math.floor(quantile(first))
  if (!(atRank(first).deviation < COARSE_COUNTS) || near < 0) return first
  // The normal quantile is off by a constant that neighbours share: read it off two exact p-values, log-linear in between.
  const low = log(pValue(first, near))
  const high = log(pValue(first, near + 1))
  const offset = near + (log(level) - low) / (high - low) - quantile(first)
  let best = first
  let leastLost = 1
  for (let k = first; k <= Math.min(n0, first + NEIGHBOURS, first + 0.05 * (n0 + 1 - first)); k++) {
    const critical = quantile(k) + offset
    const lost = critical - Math.floor(critical)
    if (lost < leastLost) {
      leastLost = lost
      best = k
    }
  }
  return best
}
