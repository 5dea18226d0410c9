import { orderedSample } from '../../cdf/ordered-sample.js'
import { sortedCopy } from '../../numeric/sort.js'
import { excessOver, walkRun } from './excess.js'

/** Fewer scores are sorted as quickly. */
const LEAST_SCORES = 20_000
const BUCKETS = 65_536

export interface BucketThreshold {
  readonly tau: number
  /** Scores above it. */
  readonly falseAlarms: number
  readonly alarms: number
}

/**
 * Algorithm 1 without sorting everything. Scores fall into equal buckets of their range; the counts of the buckets
 * bound Fa_hat from both sides at every score of a bucket, so that only those which could hold the answer are sorted.
 * The same answer as on sorted scores; undefined if buckets would not help.
 */
export function bucketThreshold(
  nominal: ArrayLike<number>,
  mixture: ArrayLike<number>,
  alpha: number,
  q: number,
  least: number = LEAST_SCORES,
): BucketThreshold | undefined {
  const n0 = nominal.length
  const nm = mixture.length
  if (n0 + nm < least) return undefined
  const [low0, high0] = rangeOf(nominal)
  const [lowM, highM] = rangeOf(mixture)
  const grid = gridOver(Math.min(low0, lowM), Math.max(high0, highM))
  if (grid === undefined) return undefined
  const count0 = countBuckets(nominal, grid)
  const countM = countBuckets(mixture, grid)
  const excess = excessOver(n0, nm, alpha, q)

  // From the top, until a bucket surely has a score that qualifies: its largest. On the way, those that may have one:
  // Fa_hat is least where all nominal scores of a bucket and none of its mixture scores are counted.
  const wanted = new Uint8Array(BUCKETS)
  let above0 = 0
  let aboveM = 0
  let last = BUCKETS
  for (let found = false; last > 0 && !found; ) {
    last--
    if (count0[last] + countM[last] > 0) {
      found = excess.atMostZero(n0 - above0, nm - aboveM)
      if (found || excess.atMostZero(n0 - above0, nm - aboveM - countM[last])) wanted[last] = 1
    }
    above0 += count0[last]
    aboveM += countM[last]
  }

  const kept0 = sortedCopy(collect(nominal, grid, wanted))
  const keptM = sortedCopy(collect(mixture, grid, wanted))
  let end0 = kept0.length
  let endM = keptM.length
  let upTo0 = n0
  let upToM = nm
  for (let bucket = BUCKETS - 1; bucket >= last; bucket--) {
    upTo0 -= count0[bucket]
    upToM -= countM[bucket]
    if (wanted[bucket] === 0) continue
    const from0 = end0 - count0[bucket]
    const fromM = endM - countM[bucket]
    const run = {
      nominal: orderedSample(kept0.subarray(from0, end0)),
      mixture: orderedSample(keptM.subarray(fromM, endM)),
    }
    const whole = { from: [0, 0], to: [count0[bucket], countM[bucket]] } as const
    const found = walkRun(run, whole, excess, [upTo0, upToM])
    if (found !== undefined) return { tau: found.tau + 0, falseAlarms: n0 - found.b0, alarms: nm - found.bm }
    end0 = from0
    endM = fromM
  }
  return { tau: Number.NEGATIVE_INFINITY, falseAlarms: n0, alarms: nm }
}

interface Grid {
  readonly low: number
  readonly bucketsPerUnit: number
}

/** Undefined where a range cannot be divided: a single value, or wider than a double. */
function gridOver(low: number, high: number): Grid | undefined {
  const bucketsPerUnit = (BUCKETS - 1) / (high - low)
  return bucketsPerUnit > 0 && bucketsPerUnit < Number.POSITIVE_INFINITY ? { low, bucketsPerUnit } : undefined
}

/** Never decreases from a score to a larger one. */
function bucketOf({ low, bucketsPerUnit }: Grid, score: number): number {
  const bucket = ((score - low) * bucketsPerUnit) | 0
  return bucket < BUCKETS ? bucket : BUCKETS - 1
}

function rangeOf(scores: ArrayLike<number>): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]
    if (score < low) low = score
    if (score > high) high = score
  }
  return [low, high]
}

function countBuckets(scores: ArrayLike<number>, grid: Grid): Uint32Array {
  const counts = new Uint32Array(BUCKETS)
  for (let i = 0; i < scores.length; i++) counts[bucketOf(grid, scores[i])]++
  return counts
}

function collect(scores: ArrayLike<number>, grid: Grid, wanted: Uint8Array): Float64Array {
  const kept: number[] = []
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]
    if (wanted[bucketOf(grid, score)] === 1) kept.push(score)
  }
  return Float64Array.from(kept)
}
