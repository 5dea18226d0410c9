import { expect } from '../errors.js'
import type { WatchPlan } from './plan.js'

/**
 * How many rows fell where: cell 2i lies below edge i (and above the one before), cell 2i + 1 is edge i itself, so that
 * closed regions can be counted where scores tie.
 */
export interface WatchCounts {
  readonly rows: number
  readonly alarms: number
  readonly cells: readonly number[]
}

/**
 * @example
 * ```ts
 * const plan = planWatch({ ranks: nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i)), alpha: 0.2, tau: 900, confidence: 0.95 })
 * noCounts(plan).rows // => 0
 * ```
 */
export function noCounts(plan: WatchPlan): WatchCounts {
  return { rows: 0, alarms: 0, cells: new Array<number>(2 * plan.edges.length + 1).fill(0) }
}

/**
 * Counts scores into the cells of a plan.
 *
 * @example
 * ```ts
 * const plan = planWatch({ ranks: nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i)), alpha: 0.2, tau: 900, confidence: 0.95 })
 * countScores(plan, [5, 950, 990]).rows // => 3
 * ```
 */
export function countScores(plan: WatchPlan, scores: ArrayLike<number>): WatchCounts {
  const { edges, tau } = plan
  const cells = new Array<number>(2 * edges.length + 1).fill(0)
  let alarms = 0
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]
    expect(!Number.isNaN(score), 'bad-scores', `score ${i + 1} is not a number`)
    let low = 0
    let high = edges.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (edges[middle] < score) low = middle + 1
      else high = middle
    }
    cells[edges[low] === score ? 2 * low + 1 : 2 * low]++
    if (score > tau) alarms++
  }
  return { rows: scores.length, alarms, cells }
}

/**
 * @example
 * ```ts
 * const plan = planWatch({ ranks: nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i)), alpha: 0.2, tau: 900, confidence: 0.95 })
 * const day = countScores(plan, [5, 950, 990])
 * addCounts(day, day).rows // => 6
 * ```
 */
export function addCounts(a: WatchCounts, b: WatchCounts): WatchCounts {
  return { rows: a.rows + b.rows, alarms: a.alarms + b.alarms, cells: a.cells.map((count, i) => count + b.cells[i]) }
}
