import { largestBelow, type Samples } from '../../cdf/samples.js'
import { exactPValueAt } from './rank-test.js'
import type { Schedule } from './schedule.js'
import { mixtureCounts } from './ties.js'

export interface ExactInput {
  readonly samples: Samples
  /** The share of aliens, or an upper bound on it. */
  readonly alpha: number
  readonly eta: number
  /** Fixed before alpha, where alpha is read off the same data. */
  readonly schedule: Schedule
}

export interface ExactStep {
  /** The rank of the threshold among the nominal scores and the mixture scores at or below it. */
  readonly k: number
  readonly bm: number
  readonly pValue: number
  readonly level: number
}

export interface ExactThreshold {
  /** The largest certified threshold, a score of the data; -Infinity when none is. */
  readonly tau: number
  /** The rank that carries the certificate: misses are scores below the nominal score of this rank; null when none. */
  readonly rank: number | null
  /** The ranks that could have been certified, ascending. */
  readonly ranks: readonly number[]
  /** The tests made, in order. */
  readonly steps: readonly ExactStep[]
}

/**
 * The largest threshold certified by the walk over nominal ranks (proof: docs/certificates.md, "exact").
 *
 * Ranks k_1 < k_2 < ... fixed beforehand; H_i: Fa(Y_i) >= eta at the nominal score Y_i of rank k_i. Fa is monotone: if H_i is
 * true so are all later ones, so closed testing needs one test of each H_i at level delta that may look at later ranks too.
 * Below the gate it is "p_i <= (1 - weight) delta or p_gate <= weight delta", from the gate on "p_i <= delta"; what is certified
 * is the last rank before the first acceptance. Hence: test the gate at weight x delta; if that fails, walk up to it from
 * below; beyond it go on at the full delta. That the Y_i are random, being nominal scores, costs nothing: the page
 * proves that the first true H_i is rejected with probability at most delta.
 */
export function exactThreshold(input: ExactInput): ExactThreshold {
  const { samples, alpha, eta, schedule } = input
  const n0 = samples.nominal.length
  const nm = samples.mixture.length
  const { ranks } = schedule
  const counts = mixtureCounts(samples, ranks)
  const steps: ExactStep[] = []
  const rejects = (i: number, level: number): boolean => {
    const k = ranks[i]
    const bm = counts[i]
    const pValue = exactPValueAt({ k, n0, bm, nm, alpha, eta }, level)
    steps.push({ k, bm, pValue, level })
    return pValue <= level
  }
  const certified = walk(rejects, schedule)
  // Certified: fewer than eta of the aliens lie below the nominal score of this rank, where a tie broken within that score
  // does not count. So tau is the largest score strictly below it.
  if (certified < 0) return { tau: Number.NEGATIVE_INFINITY, rank: null, ranks, steps }
  const rank = ranks[certified]
  return { tau: largestBelow(samples, samples.nominal.at(rank - 1)), rank, ranks, steps }
}

/** The index of the last rank certified, or -1. */
function walk(
  rejects: (i: number, level: number) => boolean,
  { ranks, gate, gateLevel, lowLevel, level }: Schedule,
): number {
  let certified = gate
  if (!rejects(gate, gateLevel)) {
    certified = -1
    while (certified < gate && rejects(certified + 1, certified + 1 < gate ? lowLevel : level)) certified++
    if (certified < gate) return certified
  }
  while (certified < ranks.length - 1 && rejects(certified + 1, level)) certified++
  return certified
}
