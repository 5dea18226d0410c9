import type { Goal } from './estimate.js'
import { type Chosen, type Fitted, takeCandidate } from './fit-candidates.js'
import type { Parts } from './parts.js'

/** How far a choice had to look, and what came of it. */
export interface Raced {
  /** The rows that it was shown, and those that it was not, which certify. */
  readonly parts: Parts
  readonly fitted: Fitted
  readonly chosen: Chosen
}

/**
 * Chooses on the rows of the first stage, and of each further one only if the choice was not easy. Whether to go on is
 * decided by rows that were shown already; those that never were are independent of all that happened, and their scores
 * certify at the whole confidence. `fitAt`: the candidates, fitted to the rows of a stage.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 900 }, (_, i) => [i % 100]))
 * const mixture = numericTable(Array.from({ length: 900 }, (_, i) => [i % 2 === 0 ? 500 + i : i % 100]))
 * const engine = createEngine({ workers: 1 })
 * const data = { nominal, mixture }
 * const fitAt = (parts: Parts) => fitCandidates(choosingRows(data, parts), 450, 1, { engine, listener: silent })
 * const { parts, chosen } = await race(stagesOf(data, 0.5, undefined, 1), fitAt, { alpha: 0.5, eta: 0.1 })
 * chosen.easy // => true
 * parts.mixture.kept.length // => 200
 * await engine.close()
 * ```
 */
export async function race(
  stages: readonly Parts[],
  fitAt: (parts: Parts) => Promise<Fitted>,
  goal: Goal,
  refitted = true,
): Promise<Raced> {
  for (const parts of stages.slice(0, -1)) {
    const fitted = await fitAt(parts)
    const chosen = takeCandidate(fitted, goal, refitted)
    if (chosen.easy) return { parts, fitted, chosen }
  }
  const parts = stages[stages.length - 1]
  const fitted = await fitAt(parts)
  return { parts, fitted, chosen: takeCandidate(fitted, goal, refitted) }
}
