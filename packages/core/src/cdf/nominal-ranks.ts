import { expect } from '../errors.js'
import { type OrderedSample, orderedSample } from './ordered-sample.js'

/** Nominal scores at ranks that n0 alone determines: what watching a stream needs to know of the nominal sample. */
export interface NominalRanks {
  readonly n0: number
  /** Ascending, from 1. */
  readonly rank: readonly number[]
  /** The nominal score of each rank, ascending; equal where scores tie. */
  readonly score: readonly number[]
}

/** Where the bulk of the nominal scores is watched. */
const LEVELS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
/** Ranks towards the largest score, where thresholds lie, are this factor apart in the share above them. */
const STEP = 0.8

/** The ranks for a nominal sample of this size. */
export function ranksOf(n0: number): number[] {
  const ranks = new Set<number>()
  for (const level of LEVELS) ranks.add(Math.round(level * (n0 + 1)))
  for (let above = 0.08; above * (n0 + 1) >= 3; above *= STEP) ranks.add(Math.round((1 - above) * (n0 + 1)))
  return [...ranks].filter((rank) => rank >= 1 && rank <= n0).sort((a, b) => a - b)
}

/**
 * The table of a nominal sample, ascending.
 *
 * @example
 * ```ts
 * nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i)).n0 // => 999
 * ```
 */
export function nominalRanks(scores: OrderedSample | Float64Array): NominalRanks {
  const nominal = scores instanceof Float64Array ? orderedSample(scores) : scores
  const rank = ranksOf(nominal.length)
  return { n0: nominal.length, rank, score: rank.map((r) => nominal.at(r - 1)) }
}

/** Refuses a table that no nominal sample gives: it may come from a file. */
export function checkRanks({ n0, rank, score }: NominalRanks): void {
  const ranks = ranksOf(n0)
  const same = rank.length === ranks.length && ranks.every((r, i) => r === rank[i])
  const ascending = score.length === rank.length && score.every((s, i) => s >= (score[i - 1] ?? s))
  expect(same && ascending, 'bad-argument', `the watched ranks are not those of ${n0} ascending nominal scores`)
}
