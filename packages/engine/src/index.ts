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

/** Core's `fit`, bit for bit, on kernels and workers. */
export function fit(table: Table, options: FitOptions & EngineFitOptions = {}): Promise<Fit<Model>> {
  return sharedEngine().fit(table, options)
}

/** Core's `score`, bit for bit, on kernels and workers. */
export function score(model: Model, table: Table, progress: Progress = {}): Promise<Float64Array> {
  return sharedEngine().score(model, table, progress)
}
