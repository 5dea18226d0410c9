import { expect } from '../errors.js'
import type { Method } from './certificate.js'
import { checkAlpha, checkConfidence, checkCount, checkQ, checkRecall, complement } from './checks.js'
import { bestShare, theorem1Epsilon, theorem1SampleSize, unequalEpsilon } from './theorem1.js'

export interface PlanInput {
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly method?: Method
  /** The q to run Algorithm 1 with; 0, the least data, unless told. epsilon = 1 - recall - q. */
  readonly q?: number
  /** Sizes at hand: the answer is the epsilon and the q that they buy. */
  readonly n0?: number
  readonly nm?: number
  /** Rows to divide between the samples. */
  readonly budget?: number
}

export interface Plan {
  readonly method: Method
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly n0: number
  readonly nm: number
  readonly epsilon: number
  /** What is left for q = eta - epsilon; negative when these sizes cannot carry the promise. */
  readonly q: number
  readonly feasible: boolean
}

/**
 * Data for a promise, or the promise that data buy. From (alpha, recall, confidence) alone: the sizes that Theorem 1
 * asks. From sizes: their epsilon. From a budget: its best division (JMLR Theorem 2) and the epsilon of that.
 */
export function plan(input: PlanInput): Plan {
  const { alpha, recall, confidence, method = 'theorem1', n0, nm, budget } = input
  checkAlpha(alpha)
  checkRecall(recall)
  checkConfidence(confidence)
  if (input.q !== undefined) checkQ(input.q)
  expect(method === 'theorem1', 'bad-option', `method must be theorem1; got ${method}`)
  expect(
    budget === undefined || (n0 === undefined && nm === undefined),
    'bad-option',
    'give either sizes or a budget, not both',
  )
  const eta = complement(recall)
  const delta = complement(confidence)
  const settle = (sizes: { n0: number; nm: number }, epsilon: number): Plan => {
    const q = eta - epsilon
    return { method, alpha, recall, confidence, ...sizes, epsilon, q, feasible: q >= 0 }
  }
  if (budget !== undefined) {
    checkCount(budget, 'budget', 2)
    const share = bestShare(alpha, delta).mixtureShare
    const mixture = Math.min(budget - 1, Math.max(1, Math.round(share * budget)))
    const sizes = { n0: budget - mixture, nm: mixture }
    return settle(sizes, unequalEpsilon(alpha, delta, sizes.n0, sizes.nm).epsilon)
  }
  if (n0 !== undefined || nm !== undefined) {
    const sizes = { n0: n0 ?? nm!, nm: nm ?? n0! }
    checkCount(sizes.n0, 'nominal')
    checkCount(sizes.nm, 'mixture')
    return settle(sizes, theorem1Epsilon(alpha, delta, Math.min(sizes.n0, sizes.nm)))
  }
  const epsilon = eta - (input.q ?? 0)
  expect(epsilon > 0, 'bad-q', `q must be below 1 - recall = ${eta}, got ${input.q}`)
  const n = theorem1SampleSize(alpha, delta, epsilon)
  return settle({ n0: n, nm: n }, epsilon)
}
