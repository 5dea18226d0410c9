import { countAtMost } from '../cdf/empirical.js'
import { betaQuantileUpper } from '../numeric/beta.js'
import { clopperPearsonUpper } from '../numeric/clopper-pearson.js'
import { HIGHEST_RATE } from './exact-ranks.js'

/** Consecutive anchors differ by this factor in the false alarm rate they stand at. */
const STEP = 0.9

/**
 * An upper bound on the false alarm rate at tau, however tau was chosen from the same nominal scores (ascending): it
 * fails with probability at most delta.
 *
 * Clopper-Pearson at a tau chosen from these scores would not be valid, but F0(Y_a) at a rank a fixed beforehand
 * is at least a Beta(a, n0 + 1 - a) variable, exactly that when F0 is continuous: 1 - F0(Y_a) exceeds its upper
 * delta/m quantile with probability at most delta/m. Over m anchors a, fixed in advance, all m bounds hold together
 * with probability 1 - delta, and the false alarm rate falls in the threshold, so the last anchor at or below tau serves.
 */
export function falseAlarmUpper(nominal: Float64Array, tau: number, delta: number): number {
  const n0 = nominal.length
  const covered = countAtMost(nominal, tau)
  const anchors = anchorRanks(n0)
  let anchor = 0
  for (const rank of anchors) if (rank <= covered) anchor = rank
  if (anchor === 0) return 1
  return betaQuantileUpper(delta / anchors.length, n0 + 1 - anchor, anchor)
}

/** The same for a tau that is independent of these nominal scores: plain Clopper-Pearson. */
export function falseAlarmUpperIndependent(nominal: Float64Array, tau: number, delta: number): number {
  return clopperPearsonUpper(nominal.length - countAtMost(nominal, tau), nominal.length, delta)
}

function anchorRanks(n0: number): number[] {
  const ranks: number[] = []
  for (let rate = HIGHEST_RATE; ; rate *= STEP) {
    const rank = Math.max(1, n0 + 1 - Math.max(1, Math.round(rate * (n0 + 1))))
    if (ranks.length === 0 || rank > ranks[ranks.length - 1]) ranks.push(rank)
    if (rank === n0) return ranks
  }
}
