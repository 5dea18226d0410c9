import { exp, fuse, learnRanks, writtenPart } from '@xenolith/core/internals'
import type { Candidate, Piece } from './candidates.js'
import { bothSamples, type CandidateScores, type Estimated } from './estimate.js'

/** How often the best candidate counts. */
const MOST = 2
/** So much more surprisal makes e times as much of a candidate. */
const SURPRISAL = 0.1

/**
 * How often each candidate counts in the blend. On a resample of the rows that choose it is owed a share in proportion to the inverse square of its false alarm rate, and larger the more surprising
 * the mixture is to it; the mean of these shares over all resamples counts. One that is the best on these rows, but not on most resamples of them, may only have been lucky, and so does not count
 * alone. Counts are whole numbers, so that one that is clearly worse than the best does not count at all. A rate is taken to be one of the nominal rows higher than estimated, so that nobody is perfect.
 *
 * @example
 * ```ts
 * const of = (...rates: number[]) => {
 *   const resampled = { rates: Float64Array.from(rates), surprisals: new Float64Array(rates.length) }
 *   return { falseAlarmRate: 0, deviation: 0, excessDeviation: 0, surprisal: 0, resampled }
 * }
 * weigh([of(0.1), of(0.11), of(0.15), of(0.3)], 1000) // => [ 2, 2, 1, 0 ]
 * weigh([of(0.001, 0.2), of(0.1, 0.1)], 1000) // => [ 2, 2 ]
 * ```
 */
export function weigh(estimates: readonly Estimated[], nominalRows: number): number[] {
  const shares = new Float64Array(estimates.length)
  const resamples = estimates[0].resampled.rates.length
  for (let b = 0; b < resamples; b++) {
    const most = Math.max(...estimates.map(({ resampled }) => resampled.surprisals[b]))
    const owed = estimates.map(({ resampled: { rates, surprisals } }) => {
      const rate = rates[b] + 1 / nominalRows
      return exp((surprisals[b] - most) / SURPRISAL) / (rate * rate)
    })
    const all = owed.reduce((sum, one) => sum + one, 0)
    owed.forEach((one, c) => {
      shares[c] += one / all
    })
  }
  const largest = Math.max(...shares)
  return Array.from(shares, (share) => Math.round((MOST * share) / largest))
}

/** The candidates as one, each counting so often, and its scores of the rows that choose. One alone stays as it is. */
export function blendOf(
  all: readonly Candidate[],
  scores: readonly CandidateScores[],
  counts: readonly number[],
): { readonly candidate: Candidate; readonly scores: CandidateScores } {
  const taken = all.flatMap((candidate, c) =>
    counts[c] > 0 ? [{ candidate, scores: scores[c], count: counts[c] }] : [],
  )
  if (taken.length === 1) return taken[0]
  return { candidate: asOne(taken), scores: blended(taken) }
}

/** Candidates as one detector, the mean of their ranks, each as often as it counts. */
export function asOne(taken: readonly Counting[]): Candidate {
  const parts = new Map<string, { piece: Piece; weight: number }>()
  for (const { candidate, count } of taken) {
    for (const piece of candidate.pieces) {
      const key = JSON.stringify(piece)
      const weight = (parts.get(key)?.weight ?? 0) + (count * WHOLE) / candidate.pieces.length
      parts.set(key, { piece, weight })
    }
  }
  const weights = Float64Array.from(parts.values(), ({ weight }) => weight)
  const unit = weights.reduce(greatestDivisor)
  const pieces = Array.from(parts.values(), ({ piece }) => piece)
  return {
    name: `blend of ${taken.map(nameIn).join(', ')}`,
    detector: 'blend',
    options: { parts: pieces.map((piece, k) => partOf(piece, weights[k] / unit)) },
    pieces,
    weights: weights.map((weight) => weight / unit),
  }
}

function nameIn({ candidate: { name }, count }: Counting): string {
  return count === MOST ? `${name} (twice)` : name
}

/** Divisible by the number of pieces of any candidate. */
const WHOLE = 12

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

function partOf({ detector, options: { scaling } }: Piece, weight: number): string {
  return writtenPart({ name: detector, scaling, weight } as Parameters<typeof writtenPart>[0])
}

interface Counting {
  readonly candidate: Candidate
  readonly count: number
}

interface Counted extends Counting {
  readonly scores: CandidateScores
}

/** The mean of the candidates' ranks, each as often as it counts. */
function blended(taken: readonly Counted[]): CandidateScores {
  const all = taken.reduce((sum, { count }) => sum + count, 0)
  const ranked = taken.map(rankedScores)
  return bothSamples((pick) => {
    const mean = new Float64Array(pick(ranked[0]).length)
    ranked.forEach((one, c) => {
      const own = pick(one)
      for (let i = 0; i < mean.length; i++) mean[i] += (taken[c].count / all) * own[i]
    })
    return mean
  })
}

/** What is fused of several pieces is a mean of ranks already. */
function rankedScores({ candidate: { pieces }, scores }: Counted): CandidateScores {
  if (pieces.length > 1) return scores
  const ranks = learnRanks(scores.nominal)
  return bothSamples((pick) => fuse([ranks], [pick(scores)]))
}
