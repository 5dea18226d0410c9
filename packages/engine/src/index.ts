import type { Fit, FitOptions, Model, Progress, Table } from '@xenolith/core'
import { createEngine, type Engine, type EngineFitOptions } from './engine.js'

export { estimateAlpha } from './alpha/estimate-alpha.js'
export { createEngine, type Engine, type EngineFitOptions, type EngineOptions, type FitAndScore } from './engine.js'
export type { WebWorker } from './platform/platform.js'

let shared: Engine | undefined

/** The engine behind the functions below: as many workers as cores, started when first needed. */
function sharedEngine(): Engine {
  shared ??= createEngine()
  return shared
}

/**
 * Core's `fit`, bit for bit, on kernels and workers.
 *
 * @example
 * ```ts
 * import { numericTable } from '@xenolith/core'
 *
 * const { nominalScores } = await fit(numericTable([[0], [1], [2], [3], [9]]), { trees: 50 })
 * nominalScores // => 'out-of-bag'
 * ```
 */
export function fit(table: Table, options: FitOptions & EngineFitOptions = {}): Promise<Fit<Model>> {
  return sharedEngine().fit(table, options)
}

/**
 * Core's `score`, bit for bit, on kernels and workers.
 *
 * @example
 * ```ts
 * import { numericTable } from '@xenolith/core'
 *
 * const { model } = await fit(numericTable([[0], [1], [2], [3], [4]]), { trees: 50 })
 * const [near, far] = await score(model, numericTable([[2], [100]]))
 * far > near // => true
 * ```
 */
export function score(model: Model, table: Table, progress: Progress = {}): Promise<Float64Array> {
  return sharedEngine().score(model, table, progress)
}
