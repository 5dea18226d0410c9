import { classifierMethod } from './classifier-scores.js'
import type { Method } from './estimator.js'
import { mixtureSteps, patraSenDistance, patraSenMemory } from './patra-sen.js'

/** Values of alpha tried: 1/GRID, 2/GRID, ... */
const GRID = 1000
/** Bends that differ by less than this share are all looked at, lest rounding decides. */
const ROUNDING = 1e-9

/**
 * Where the Patra-Sen distance bends most: the a at the upper end of its largest second difference, as the authors take
 * it. Ascending scores; theirs are the classifier's votes for "nominal".
 */
export function sharpestBend(nominal: Float64Array, mixture: Float64Array): number {
  const steps = mixtureSteps(nominal, mixture)
  const memory = patraSenMemory(steps.distinct)
  const known = new Float64Array(GRID + 1).fill(Number.NaN)
  const distance = (i: number): number => {
    if (Number.isNaN(known[i])) known[i] = patraSenDistance(steps, i / GRID, memory)
    return known[i]
  }
  const slope = (i: number): number => distance(i) - distance(i - 1)
  let best = 1
  let largest = 0
  // The distance is convex: it bends nowhere between two places by more than its slope changes from one to the other.
  const search = (low: number, high: number): void => {
    const bend = slope(high) - slope(low - 1)
    if (bend < (1 - ROUNDING) * largest) return
    if (low < high) {
      const middle = (low + high) >> 1
      const early = slope(middle) - slope(low - 1)
      const late = slope(high) - slope(middle)
      if (early < late) search(middle + 1, high)
      search(low, middle)
      if (early >= late) search(middle + 1, high)
    } else if (bend > largest || (bend === largest && low < best)) {
      largest = bend
      best = low
    }
  }
  search(3, GRID)
  return best / GRID
}

/** From "mixture" votes: those for "nominal" are the rest, in reverse order. */
function estimate(nominal: Float64Array, mixture: Float64Array): number {
  return sharpestBend(reversed(nominal), reversed(mixture))
}

function reversed(shares: Float64Array): Float64Array {
  return shares.map((x) => 1 - x).reverse()
}

export const cPatraSen: Method = classifierMethod(
  'Patra-Sen distance of classifier votes',
  'A random forest of nominal against mixture rows; the alpha at which the Patra-Sen distance of its out-of-bag votes bends most. A little low from 500 rows on, erratic at 100. The interval holds the forest fixed, so it ignores its training noise.',
  estimate,
)
