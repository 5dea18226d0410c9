import { expect } from '../errors.js'
import { countAtMost, sortedCopy } from '../numeric/sort.js'
import { countBelow, type OrderedSample } from './ordered-sample.js'

/**
 * The share of the ascending scores that is <= t.
 *
 * @example
 * ```ts
 * empiricalCdf(Float64Array.of(1, 2, 3, 4), 2.5) // => 0.5
 * ```
 */
export function empiricalCdf(sorted: OrderedSample | Float64Array, t: number): number {
  return upTo(sorted, t) / sorted.length
}

/** The share of the ascending scores that alarms at t, that is, is > t. */
export function shareAbove(sorted: OrderedSample | Float64Array, t: number): number {
  return (sorted.length - upTo(sorted, t)) / sorted.length
}

function upTo(sorted: OrderedSample | Float64Array, t: number): number {
  return sorted instanceof Float64Array ? countAtMost(sorted, t) : sorted.countAtMost(t)
}

/**
 * Checked, ascending scores: at least one, all finite; -0 is 0.
 *
 * @example
 * ```ts
 * sortScores([3, 1, 2], 'nominal') // => Float64Array(3) [ 1, 2, 3 ]
 * ```
 */
export function sortScores(scores: ArrayLike<number>, what: string): Float64Array {
  checkScores(scores, what)
  const sorted = sortedCopy(scores)
  for (let i = countBelow(sorted, 0); sorted[i] === 0; i++) sorted[i] = 0
  return sorted
}

/** At least one score, all finite. */
export function checkScores(scores: ArrayLike<number>, what: string): void {
  expect(scores.length > 0, 'empty-data', `there are no ${what} scores`)
  let i = 0
  while (i < scores.length && Number.isFinite(scores[i])) i++
  expect(i === scores.length, 'bad-scores', `${what} score ${i + 1} is ${scores[i]}: expected a finite number`)
}
