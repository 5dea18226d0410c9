import { classifierMethod } from './classifier-scores.js'
import type { Method } from './estimator.js'
import { mixtureSteps, patraSenDistance, patraSenMemory } from './patra-sen.js'

/** Values of alpha tried: 1/GRID, 2/GRID, ... */
const GRID = 1000

/**
 * Where the Patra-Sen distance bends most: the a at the upper end of its largest second difference, as the authors take
 * it. Ascending scores; theirs are the classifier's votes for "nominal".
 */
export function sharpestBend(nominal: Float64Array, mixture: Float64Array): number {
  const steps = mixtureSteps(nominal, mixture)
  const memory = patraSenMemory(steps.distinct)
  let best = 1
  let largest = 0
  let previous = patraSenDistance(steps, 2 / GRID, memory)
  let fall = previous - patraSenDistance(steps, 1 / GRID, memory)
  for (let i = 3; i <= GRID; i++) {
    const d = patraSenDistance(steps, i / GRID, memory)
    const bend = d - previous - fall
    fall = d - previous
    previous = d
    if (bend > largest) {
      largest = bend
      best = i
    }
  }
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
