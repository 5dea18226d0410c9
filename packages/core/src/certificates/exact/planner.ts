import { expect } from '../../errors.js'
import { recallBelow } from '../method.js'
import { observedPower, type WalkLaw } from '../observed.js'
import type { Planner, Task } from '../planner.js'
import { bestExactSplit, cheapestExactSizes, exactEta, type PowerOf } from './planning.js'

/** Plans by the power that sizes and promise give, or by the detector's own curve and the law of the walk. */
export function powerPlanner(usual: PowerOf, law?: WalkLaw): Planner {
  const powerFor = ({ missAt }: Task): PowerOf => (missAt ? (design) => observedPower(design, missAt, law) : usual)
  return {
    uses: (option, origin) => option === 'power' || (option === 'mixtureCost' && origin !== 'given'),
    sizes(task) {
      const powerOf = powerFor(task)
      const sizes = cheapestExactSizes(task, { nominal: 1, mixture: task.mixtureCost }, { ...task, powerOf })
      expect(
        sizes !== null,
        'not-certifiable',
        `no amount of data reaches a power of ${task.power} with a detector of this quality: it misses too many aliens`,
      )
      return { n0: sizes.n0, nm: sizes.nm }
    },
    divide(task, budget) {
      const costs = { nominal: 1, mixture: task.mixtureCost }
      const powerOf = powerFor(task)
      return bestExactSplit(task, budget, { costs, separation: task.separation, powerOf })
    },
    buys(task, sizes) {
      const powerOf = powerFor(task)
      const power = powerOf({ ...task, ...sizes }, task.separation)
      const eta = exactEta({ ...task, ...sizes }, { ...task, powerOf })
      return {
        epsilon: null,
        q: null,
        power,
        attainableRecall: eta === null ? null : recallBelow(eta),
        feasible: power >= task.power - 1e-9,
      }
    },
  }
}
