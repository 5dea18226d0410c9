import type { OrderedSample } from '../../cdf/ordered-sample.js'
import { betaQuantileUpper } from '../../numeric/beta.js'
import { clopperPearsonUpper } from '../../numeric/clopper-pearson.js'
import { HIGHEST_RATE } from '../walk/ranks.js'
import { jointLevel } from './joint-level.js'

/** Consecutive anchors differ by this factor in the false alarm rate they stand at. */
const STEP = 0.93
/** Beyond so many scores the joint level gains less than two percent of the bound on Bonferroni's, and takes long. */
const LARGEST_JOINT = 50_000
const REMEMBERED = 64

/**
 * An upper bound on the false alarm rate at tau, however tau was chosen from the same nominal scores: it
 * fails with probability at most delta.
 *
 * Clopper-Pearson at a tau chosen from these scores would not be valid. Write the scores as F0^(-1)(U_i) with uniform U_i: F0(Y_a)
 * >= U_(a) at every rank a at once, with equality when F0 has no atoms, so ties are on the safe side. At anchor ranks a, fixed
 * beforehand, U_(a) is bounded from below by its quantile of one level, such that all bounds hold together with probability 1 - delta.
 * The false alarm rate falls in the threshold, so the last anchor at or below tau serves.
 */
export function falseAlarmUpper(nominal: OrderedSample, tau: number, delta: number): number {
  const n0 = nominal.length
  const covered = nominal.countAtMost(tau)
  let anchor = 0
  for (const rank of anchorRanks(n0)) if (rank <= covered) anchor = rank
  if (anchor === 0) return 1
  return betaQuantileUpper(anchorLevel(n0, delta), n0 + 1 - anchor, anchor)
}

const levels = new Map<string, number>()

/** The level at which each anchor is bounded. It depends on n0 and delta only, so it is computed once for both. */
export function anchorLevel(n0: number, delta: number): number {
  const ranks = anchorRanks(n0)
  if (n0 > LARGEST_JOINT) return delta / ranks.length
  const key = `${n0} ${delta}`
  let level = levels.get(key)
  if (level === undefined) {
    level = jointLevel(n0, ranks, delta)
    if (levels.size === REMEMBERED) levels.clear()
    levels.set(key, level)
  }
  return level
}

/** The same for a tau that is independent of these nominal scores: plain Clopper-Pearson. */
export function falseAlarmUpperIndependent(nominal: OrderedSample, tau: number, delta: number): number {
  return clopperPearsonUpper(nominal.length - nominal.countAtMost(tau), nominal.length, delta)
}

/** Fixed by n0: the ranks at false alarm rates from the highest downwards, to the largest score. */
export function anchorRanks(n0: number): number[] {
  const ranks: number[] = []
  for (let rate = HIGHEST_RATE; ; rate *= STEP) {
    const rank = Math.max(1, n0 + 1 - Math.max(1, Math.round(rate * (n0 + 1))))
    if (ranks.length === 0 || rank > ranks[ranks.length - 1]) ranks.push(rank)
    if (rank === n0) return ranks
  }
}
