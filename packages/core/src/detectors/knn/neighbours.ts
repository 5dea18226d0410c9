import type { Points } from '../coordinates/coordinates.js'

/** For rows that are to be judged: no reference row stands for them. */
export const NOBODY = -1

/**
 * The mean distance of a point to its k nearest reference points, one of which may be left out. Squares of differences
 * are added in the order of the features to what the codes cost, and the k smallest distances in ascending order, so
 * the answer is one number to the last bit, in whichever order the references are looked at.
 */
export function meanDistance(
  points: Points,
  point: number,
  references: Points,
  k: number,
  leftOut: number,
  nearest: Float64Array,
): number {
  const { width, coded } = references
  const from = point * width
  const codesFrom = point * coded
  const base = points.base[point]
  nearest.fill(Number.POSITIVE_INFINITY)
  for (let r = 0; r < references.rows; r++) {
    if (r === leftOut) continue
    let sum = base
    for (let c = 0; c < coded; c++) {
      const at = r * coded + c
      if (points.codes[codesFrom + c] !== references.codes[at])
        sum += points.costs[codesFrom + c] + references.costs[at]
    }
    for (let j = 0, at = r * width; j < width; j++, at++) {
      const difference = points.values[from + j] - references.values[at]
      sum += difference * difference
    }
    if (sum < nearest[k - 1]) insert(nearest, k, sum)
  }
  let total = 0
  for (let i = 0; i < k; i++) total += Math.sqrt(nearest[i])
  return total / k
}

/** Puts a number into an ascending list of k, whose last drops out. */
function insert(nearest: Float64Array, k: number, x: number): void {
  let at = k - 1
  for (; at > 0 && nearest[at - 1] > x; at--) nearest[at] = nearest[at - 1]
  nearest[at] = x
}
