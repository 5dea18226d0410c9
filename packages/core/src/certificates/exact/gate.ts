import { log } from '../../numeric/elementary.js'
import { normalQuantile } from '../../numeric/normal.js'
import { exactPValue } from './rank-test.js'
import { rankAtRate } from './ranks.js'
import type { Design } from './start.js'

/** With a larger deviation of the mixture count than this, whole counts are fine enough. */
const COARSE_COUNTS = 60
const NEIGHBOURS = 6

/**
 * The rank of the gate. The test compares a whole number with a critical one, so its true level is a little below `level`; at
 * which of a few neighbouring ranks the least is lost is a matter of the sizes, not of the data, and so free to choose.
 */
export function gateRank(design: Design, rate: number, level: number): number {
  const { alpha, eta, n0, nm } = design
  const first = rankAtRate(n0, rate)
  const z = normalQuantile(1 - level)
  /** Mean and deviation of the mixture count at rank k when Fa = eta there, and about where its level-quantile lies. */
  const quantile = (k: number): { readonly deviation: number; readonly critical: number } => {
    const v = k / (n0 + 1)
    const pm = Math.min(v, (1 - alpha) * v + alpha * eta)
    const spread = ((1 - alpha) * (1 - alpha) * v * (1 - v)) / (n0 + 2)
    const deviation = Math.sqrt(nm * pm * (1 - pm) + nm * nm * spread)
    return { deviation, critical: nm * pm - z * deviation }
  }
  const start = quantile(first)
  const near = Math.floor(start.critical)
  if (!(start.deviation < COARSE_COUNTS) || near < 0) return first
  // The normal quantile is off by a constant that neighbours share: read it off two exact p-values, log-linear in between.
  const low = log(exactPValue({ k: first, n0, bm: near, nm, alpha, eta }, 0.4))
  const high = log(exactPValue({ k: first, n0, bm: near + 1, nm, alpha, eta }, 0.4))
  const offset = near + (log(level) - low) / (high - low) - start.critical
  let best = first
  let leastLost = 1
  for (let k = first; k <= Math.min(n0, first + NEIGHBOURS, first + 0.05 * (n0 + 1 - first)); k++) {
    const critical = quantile(k).critical + offset
    const lost = critical - Math.floor(critical)
    if (lost < leastLost) {
      leastLost = lost
      best = k
    }
  }
  return best
}
