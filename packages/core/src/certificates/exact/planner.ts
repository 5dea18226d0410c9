import { expect } from '../../errors.js'
import { recallBelow } from '../method.js'
import type { Planner } from '../planner.js'
import { bestExactSplit, cheapestExactSizes, exactEta, exactPower } from './planning.js'

export const exactPlanner: Planner = {
  sizes(task) {
    const sizes = cheapestExactSizes(task, { nominal: 1, mixture: task.mixtureCost }, task)
    expect(
      sizes !== null,
      'not-certifiable',
      `no amount of data reaches a power of ${task.power} with a detector of this quality: it misses too many aliens`,
    )
    return { n0: sizes.n0, nm: sizes.nm }
  },
  divide: (task, budget) =>
    bestExactSplit(task, budget, { costs: { nominal: 1, mixture: task.mixtureCost }, separation: task.separation }),
  buys(task, sizes) {
    const power = exactPower({ ...task, ...sizes }, task.separation)
    const eta = exactEta({ ...task, ...sizes }, task)
    return {
      epsilon: null,
      q: null,
      power,
      attainableRecall: eta === null ? null : recallBelow(eta),
      feasible: power >= task.power - 1e-9,
    }
  },
}
