import { expect } from '../../errors.js'
import { minimise } from '../../numeric/minimise.js'
import { bandPower } from '../exact/planning.js'
import { recallBelow } from '../method.js'
import type { Origin, Planner, Sizes, Task } from '../planner.js'
import { dkwEpsilon, dkwSampleSizes } from './dkw.js'
import { bestShare, theorem1Epsilon, theorem1SampleSize, unequalEpsilon } from './theorem1.js'

/** Methods that widen Fa_hat by an epsilon of the sizes alone. */
function bandPlanner(
  uses: Planner['uses'],
  epsilonOf: (task: Task, sizes: Sizes, origin: Origin) => number,
  sizesFor: (task: Task, epsilon: number) => Sizes,
  divide: Planner['divide'],
): Planner {
  return {
    uses,
    divide,
    sizes(task) {
      const epsilon = task.eta - task.q
      expect(epsilon > 0, 'bad-q', `q must be below 1 - recall = ${task.eta}, got ${task.q}`)
      return sizesFor(task, epsilon)
    },
    buys(task, sizes, origin) {
      // Sizes planned for an epsilon reach a little less than it, being whole numbers: what was planned for is the answer.
      const epsilon = origin === 'planned' ? task.eta - task.q : epsilonOf(task, sizes, origin)
      const q = origin === 'planned' ? task.q : task.eta - epsilon
      const power = bandPower({ ...task, ...sizes }, epsilon, task.separation)
      return { epsilon, q, power, attainableRecall: recallBelow(epsilon), feasible: q >= 0 }
    },
  }
}

export const theorem1Planner: Planner = bandPlanner(
  // The division of a budget is the paper's, in which all rows cost the same.
  (option, origin) => option === 'q' && origin === 'planned',
  // Theorem 1 goes by the smaller sample; JMLR Theorem 2 divides a budget by the bound for unequal sizes.
  ({ alpha, delta }, { n0, nm }, origin) =>
    origin === 'divided'
      ? unequalEpsilon(alpha, delta, n0, nm).epsilon
      : theorem1Epsilon(alpha, delta, Math.min(n0, nm)),
  ({ alpha, delta }, epsilon) => {
    const n = theorem1SampleSize(alpha, delta, epsilon)
    return { n0: n, nm: n }
  },
  ({ alpha, delta }, budget) => {
    const nm = Math.min(budget - 1, Math.max(1, Math.round(bestShare(alpha, delta).mixtureShare * budget)))
    return { n0: budget - nm, nm }
  },
)

export const dkwPlanner: Planner = bandPlanner(
  (option, origin) => (option === 'q' ? origin === 'planned' : option === 'mixtureCost' && origin === 'divided'),
  (task, sizes) => dkwEpsilon({ ...task, ...sizes }).epsilon,
  (task, epsilon) => dkwSampleSizes({ ...task, epsilon }),
  (task, budget) => {
    const divided = (share: number): Sizes => ({
      n0: Math.max(1, Math.round((1 - share) * budget)),
      nm: Math.max(1, Math.round((share * budget) / task.mixtureCost)),
    })
    return divided(minimise((share) => dkwEpsilon({ ...task, ...divided(share) }).epsilon, 0, 1))
  },
)
