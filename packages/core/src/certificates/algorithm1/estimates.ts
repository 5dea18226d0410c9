import type { Pair } from '../../cdf/cuts.js'
import type { EstimateMethod } from '../certificate.js'
import { isotonicThreshold, rawThreshold } from './algorithm1.js'

/** Algorithm 1 with a q of the user's choice, either way: a threshold that promises nothing. */
const table = {
  algorithm1: rawThreshold,
  'algorithm1-isotonic': isotonicThreshold,
} as const satisfies Record<EstimateMethod, (samples: Pair, alpha: number, q: number) => number>

export const estimateNames: readonly EstimateMethod[] = Object.keys(table) as EstimateMethod[]

/**
 * @example
 * ```ts
 * isEstimate('algorithm1') // => true
 * isEstimate('exact') // => false
 * ```
 */
export function isEstimate(name: string): name is EstimateMethod {
  return Object.hasOwn(table, name)
}

export function estimateOf(name: EstimateMethod): (samples: Pair, alpha: number, q: number) => number {
  return table[name]
}
