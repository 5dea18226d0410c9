import { expect } from '../errors.js'
import { type AuditPlan, planAudit } from './audit/planning.js'
import { checkAlpha, checkConfidence, checkCount, checkQ, checkRecall, complement } from './checks.js'
import { separationOf } from './exact/planning.js'
import { type PlanMethod, planMethods, plannerOf } from './methods.js'
import { missRateFrom, rateAtMiss } from './observed.js'
import type { Bought, Origin, Planner, Sizes, Task } from './planner.js'
import { normalMissRate, TYPICAL_SEPARATION } from './walk/gates.js'

export interface PlanInput {
  /** The share of aliens in the mixture; for count, in the file. */
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly method?: PlanMethod
  /** theorem1 and dkw, for the sizes of a promise: the q to run Algorithm 1 with (default 0, the least data). epsilon = 1 - recall - q. */
  readonly q?: number
  /** Sizes at hand: the answer is what they buy. */
  readonly n0?: number
  readonly nm?: number
  /** What may be spent on rows of both samples; a nominal row costs 1. */
  readonly budget?: number
  /** What a mixture row costs, in nominal rows (default 1); exact and count, and dkw with a budget. */
  readonly mixtureCost?: number
  /** The chance of a certificate to plan for (exact and count; default .9). */
  readonly power?: number
  /** The detector's quality: its false alarm rate at the promised recall, if the truth were known. */
  readonly falseAlarmRate?: number
  /** The detector's curve as it was observed: nominal and mixture CDFs at ascending scores, such as a model's evidence holds. */
  readonly curves?: { readonly f0: readonly number[]; readonly fm: readonly number[] }
}

export interface Plan extends Bought {
  readonly method: PlanMethod
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly n0: number
  readonly nm: number
  /** The separation assumed: normal scores, aliens this many standard deviations above nominals. */
  readonly separation: number
  /** The audit that would carry the promise without alpha. */
  readonly audit: AuditPlan
}

const DEFAULT_POWER = 0.9
const WORDS = { q: 'q', power: 'power', mixtureCost: 'mixture-cost' } as const
const OF_ORIGIN = { given: ' when sizes are given', divided: ' when a budget is given', planned: '' } as const

/**
 * Data for a promise, or the promise that data buy, or the best use of a budget; for every method.
 *
 * @example
 * ```ts
 * const { n0, nm } = plan({ alpha: 0.2, recall: 0.9, confidence: 0.95 })
 * n0 // => 3069
 * nm // => 7683
 * ```
 */
export function plan(input: PlanInput): Plan {
  const { alpha, recall, confidence, method = 'exact', budget, mixtureCost = 1, power = DEFAULT_POWER } = input
  checkAlpha(alpha)
  checkRecall(recall)
  checkConfidence(confidence)
  if (input.q !== undefined) checkQ(input.q)
  const known = planMethods.includes(method)
  expect(known, 'bad-option', `method must be one of ${planMethods.join(', ')}; got ${method}`)
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
  const planner = plannerOf(method)
  const origin: Origin = given ? 'given' : budget !== undefined ? 'divided' : 'planned'
  for (const option of ['q', 'power', 'mixtureCost'] as const) {
    const idle = input[option] !== undefined && !planner.uses(option, origin)
    expect(!idle, 'bad-option', `${WORDS[option]} has no effect with ${method}${OF_ORIGIN[origin]}`)
  }
  const eta = complement(recall)
  const delta = complement(confidence)
  expect(rate === undefined || input.curves === undefined, 'bad-option', 'give either a false alarm rate or curves')
  const missAt = input.curves && missRateFrom(input.curves, alpha)
  const observed = missAt === undefined ? rate : rateAtMiss(missAt, eta)
  const separation = observed === undefined ? TYPICAL_SEPARATION : separationOf(observed, eta)
  const normal = rate === undefined ? undefined : (r: number): number => normalMissRate(separation, r)
  const task: Task = {
    alpha,
    eta,
    delta,
    q: input.q ?? 0,
    power,
    separation,
    mixtureCost,
    missAt: missAt ?? normal,
  }
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
