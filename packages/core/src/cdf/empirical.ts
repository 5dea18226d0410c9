import { expect } from '../errors.js'
import { sortedCopy } from '../numeric/sort.js'

/** How many of the ascending scores are <= t. */
export function countAtMost(sorted: Float64Array, t: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] <= t) low = middle + 1
    else high = middle
  }
  return low
}

/** The share of the ascending scores that is <= t. */
export function empiricalCdf(sorted: Float64Array, t: number): number {
  return countAtMost(sorted, t) / sorted.length
}

/** The share of the ascending scores that alarms at t, that is, is > t. */
export function shareAbove(sorted: Float64Array, t: number): number {
  return (sorted.length - countAtMost(sorted, t)) / sorted.length
}

/** Checked, ascending scores: at least one, all finite. */
export function sortScores(scores: ArrayLike<number>, what: string): Float64Array {
  checkScores(scores, what)
  return sortedCopy(scores)
}

/** At least one score, all finite. */
export function checkScores(scores: ArrayLike<number>, what: string): void {
  expect(scores.length > 0, 'empty-data', `there are no ${what} scores`)
  let i = 0
  while (i < scores.length && Number.isFinite(scores[i])) i++
  expect(i === scores.length, 'bad-scores', `${what} score ${i + 1} is ${scores[i]}: expected a finite number`)
}
