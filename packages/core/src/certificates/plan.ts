import { expect } from '../errors.js'
import { minimise } from '../numeric/minimise.js'
import { type AuditPlan, planAudit } from './audit/planning.js'
import { dkwEpsilon, dkwSampleSizes } from './bands/dkw.js'
import { bestShare, theorem1Epsilon, theorem1SampleSize, unequalEpsilon } from './bands/theorem1.js'
import type { Method } from './certificate.js'
import { checkAlpha, checkConfidence, checkCount, checkQ, checkRecall, complement } from './checks.js'
import {
  bandPower,
  bestExactSplit,
  cheapestExactSizes,
  exactEta,
  exactPower,
  type Sizes,
  separationOf,
} from './exact/planning.js'
import { TYPICAL_SEPARATION } from './exact/start.js'
import { recallBelow } from './method.js'

/** The methods that work from sizes. */
export type PlanMethod = Exclude<Method, 'audit'>

export interface PlanInput {
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly method?: PlanMethod
  /** theorem1 and dkw: the q to run Algorithm 1 with; 0, the least data, unless told. epsilon = 1 - recall - q. */
  readonly q?: number
  /** Sizes at hand: the answer is what they buy. */
  readonly n0?: number
  readonly nm?: number
  /** What may be spent on rows of both samples; a nominal row costs 1. */
  readonly budget?: number
  /** What a mixture row costs, in nominal rows; 1 unless told. */
  readonly mixtureCost?: number
  /** The chance of a certificate to plan for (exact); .9 unless told. */
  readonly power?: number
  /** The detector's quality: its false alarm rate at the promised recall, if the truth were known. */
  readonly falseAlarmRate?: number
}

export interface Plan {
  readonly method: PlanMethod
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly n0: number
  readonly nm: number
  /** theorem1 and dkw: the margin these sizes need, and what is left for q = eta - epsilon (negative: nothing). */
  readonly epsilon: number | null
  readonly q: number | null
  /** The chance of a certificate with at most about 5 % false alarms, for a detector of the assumed quality. */
  readonly power: number
  /** The separation assumed: normal scores, aliens this many standard deviations above nominals. */
  readonly separation: number
  /** The largest recall that these sizes could promise (exact: with the wished power); null when none. */
  readonly attainableRecall: number | null
  readonly feasible: boolean
  /** The audit that would carry the promise without alpha. */
  readonly audit: AuditPlan
}

const DEFAULT_POWER = 0.9

/** Data for a promise, or the promise that data buy, or the best use of a budget; for every method. */
export function plan(input: PlanInput): Plan {
  const { alpha, recall, confidence, method = 'exact', budget, mixtureCost = 1, power = DEFAULT_POWER } = input
  checkAlpha(alpha)
  checkRecall(recall)
  checkConfidence(confidence)
  if (input.q !== undefined) checkQ(input.q)
  const known = ['exact', 'dkw', 'theorem1'].includes(method)
  expect(known, 'bad-option', `method must be one of exact, dkw, theorem1; got ${method}`)
  expect(power > 0 && power < 1, 'bad-option', `power must be in (0, 1), got ${power}`)
  expect(mixtureCost > 0, 'bad-option', `the cost of a mixture row must be above 0, got ${mixtureCost}`)
  const rate = input.falseAlarmRate
  expect(
    rate === undefined || (rate > 0 && rate < 1),
    'bad-option',
    `the false alarm rate must be in (0, 1), got ${rate}`,
  )
  const given = input.n0 !== undefined || input.nm !== undefined
  expect(budget === undefined || !given, 'bad-option', 'give either sizes or a budget, not both')
  const eta = complement(recall)
  const delta = complement(confidence)
  const separation = rate === undefined ? TYPICAL_SEPARATION : separationOf(rate, eta)
  const task: Task = { alpha, eta, delta, q: input.q ?? 0, power, separation, mixtureCost }
  const planner = planners[method]
  const origin = given ? 'given' : budget !== undefined ? 'divided' : 'planned'
  const sizes = given ? givenSizes(input) : budget !== undefined ? spend(planner, task, budget) : planner.sizes(task)
  return {
    method,
    alpha,
    recall,
    confidence,
    ...sizes,
    ...planner.buys(task, sizes, origin),
    separation,
    audit: planAudit(alpha, eta, delta),
  }
}

interface Task {
  readonly alpha: number
  readonly eta: number
  readonly delta: number
  readonly q: number
  readonly power: number
  readonly separation: number
  readonly mixtureCost: number
}

type Bought = Pick<Plan, 'epsilon' | 'q' | 'power' | 'attainableRecall' | 'feasible'>

/** Where sizes come from: the user, the planner's own division of a budget, or the promise. */
type Origin = 'given' | 'divided' | 'planned'

interface Planner {
  /** The sizes that the promise takes. */
  sizes(task: Task): Sizes
  /** The best division of a budget. */
  divide(task: Task, budget: number): Sizes
  /** What sizes buy. */
  buys(task: Task, sizes: Sizes, origin: Origin): Bought
}

/** Methods that widen Fa_hat by an epsilon of the sizes alone. */
function bandPlanner(
  epsilonOf: (task: Task, sizes: Sizes, origin: Origin) => number,
  sizesFor: (task: Task, epsilon: number) => Sizes,
  divide: Planner['divide'],
): Planner {
  return {
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

const planners: Record<PlanMethod, Planner> = {
  theorem1: bandPlanner(
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
  ),
  dkw: bandPlanner(
    (task, sizes) => dkwEpsilon({ ...task, ...sizes }).epsilon,
    (task, epsilon) => dkwSampleSizes({ ...task, epsilon }),
    (task, budget) => {
      const divided = (share: number): Sizes => ({
        n0: Math.max(1, Math.round((1 - share) * budget)),
        nm: Math.max(1, Math.round((share * budget) / task.mixtureCost)),
      })
      return divided(minimise((share) => dkwEpsilon({ ...task, ...divided(share) }).epsilon, 0, 1))
    },
  ),
  exact: {
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
  },
}

function givenSizes({ n0, nm }: PlanInput): Sizes {
  const sizes = { n0: n0 ?? nm!, nm: nm ?? n0! }
  checkCount(sizes.n0, 'nominal')
  checkCount(sizes.nm, 'mixture')
  return sizes
}

function spend(planner: Planner, task: Task, budget: number): Sizes {
  checkCount(budget, 'budget', 2)
  const { n0, nm } = planner.divide(task, budget)
  return { n0, nm }
}
