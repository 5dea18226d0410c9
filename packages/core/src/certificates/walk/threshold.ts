import { largestBelow, type Samples } from '../../cdf/samples.js'
import { type Schedule, walkUp } from './schedule.js'
import { mixtureCounter } from './ties.js'

export interface Step {
  /** The rank of the threshold among the nominal scores and the mixture scores at or below it. */
  readonly k: number
  readonly bm: number
  readonly pValue: number
  readonly level: number
}

export interface WalkThreshold {
  /** The largest certified threshold, a score of the data; -Infinity when none is. */
  readonly tau: number
  /** The rank that carries the certificate: misses are scores below the nominal score of this rank; null when none. */
  readonly rank: number | null
  readonly schedule: Schedule
  /** The tests made, in order. */
  readonly steps: readonly Step[]
}

/**
 * The largest threshold certified by a walk over nominal ranks (proof: docs/certificates.md, "exact"). `pValueAt` tests H: Fa(Y) >= eta at the nominal score Y of
 * rank k from the mixture scores at or below it; it may answer with a coarser bound that is at most the level.
 */
export function walkThreshold(
  samples: Samples,
  schedule: Schedule,
  pValueAt: (k: number, bm: number, level: number) => number,
): WalkThreshold {
  const { ranks } = schedule
  const countAt = mixtureCounter(samples)
  const steps: Step[] = []
  const certified = walkUp(schedule, (i, level) => {
    const bm = countAt(ranks[i])
    const pValue = pValueAt(ranks[i], bm, level)
    steps.push({ k: ranks[i], bm, pValue, level })
    return pValue <= level
  })
  // Certified: fewer than eta of the aliens lie below the nominal score of this rank, where a tie broken within that score
  // does not count. So tau is the largest score strictly below it.
  if (certified < 0) return { tau: Number.NEGATIVE_INFINITY, rank: null, schedule, steps }
  const rank = ranks[certified]
  return { tau: largestBelow(samples, samples.nominal.at(rank - 1)), rank, schedule, steps }
}
