import { countAtMost } from '../numeric/sort.js'

/**
 * The scores of one sample in ascending order: all that the proofs read. They may lie in memory or elsewhere, and be more
 * than 2^31; so no index is ever computed with 32-bit operators.
 */
export interface OrderedSample {
  readonly length: number
  /** The score number i from below, i = 0 .. length - 1. */
  at(i: number): number
  /** How many scores are <= t. */
  countAtMost(t: number): number
  /** How many scores are < t. */
  countBelow(t: number): number
}

/** Scores in memory, ascending. */
class SortedScores implements OrderedSample {
  readonly length: number
  private readonly scores: Float64Array

  constructor(scores: Float64Array) {
    this.scores = scores
    this.length = scores.length
  }

  at(i: number): number {
    return this.scores[i]
  }

  countAtMost(t: number): number {
    return countAtMost(this.scores, t)
  }

  countBelow(t: number): number {
    return countBelow(this.scores, t)
  }
}

/**
 * Ascending scores as an ordered sample; they are read where they are, not copied.
 *
 * @example
 * ```ts
 * const sample = orderedSample(Float64Array.of(1, 2, 2, 5))
 * sample.at(3) // => 5
 * sample.countAtMost(2) // => 3
 * ```
 */
export function orderedSample(ascending: Float64Array): OrderedSample {
  return new SortedScores(ascending)
}

/** How many of the ascending scores are < t. */
export function countBelow(sorted: Float64Array, t: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (sorted[middle] < t) low = middle + 1
    else high = middle
  }
  return low
}
