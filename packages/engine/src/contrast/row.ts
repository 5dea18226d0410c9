import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { detectorOf } from '@xenolith/core/internals'
import { crossFitted, type Fitted, type Wanted } from '../fitted.js'
import type { Kernel } from '../kernel.js'
import { knnKernel } from '../knn/row.js'
import { compileKernels } from '../memory/kernels.js'
import type { Pool } from '../pool/pool.js'
import { Shards } from '../pool/shards.js'
import { kernelShareForest } from './share-forest.js'

type Model = internals.ContrastModel

/** Trees grow on the calling thread; the distances of a stack are measured on all of them. */
async function fitContrast(
  pool: Pool,
  table: Table,
  options: internals.ContrastOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model>> {
  const plan = internals.planContrast(table, options)
  const rows = internals.divideRows(plan)
  const shards = new Shards(pool)
  const stack: internals.KnnModel[] = []
  const further = { nominal: [] as Float64Array[], mixture: [] as Float64Array[] }
  const { signal } = options
  for (const one of internals.stackedOptions(plan.stack, plan.seed)) {
    const fitted = await knnKernel.fit(pool, rows.references, { ...one, signal } as object, {
      keepModel: true,
      outOfBag: false,
      others: [],
    })
    const model = fitted?.model ?? (detectorOf('knn').fit(rows.references, one).model as internals.KnnModel)
    stack.push(model)
    further.nominal.push(await knnKernel.score(pool, shards, model, rows.nominal, { signal }))
    further.mixture.push(await knnKernel.score(pool, shards, model, plan.mixture, { signal }))
    await shards.close(knnKernel.openAs(model))
  }
  const maker = kernelShareForest(await compileKernels())
  const model = internals.growContrast(plan, rows, stack, further, maker, options)
  const score = (of: Table, own: readonly Float64Array[]): Float64Array =>
    model.folds === 1 ? new Float64Array(0) : internals.scoreContrast(model, of, { signal }, own)
  const scores = score(rows.nominal, further.nominal)
  const fitted = internals.finishContrast(model, rows, scores, score(plan.mixture, further.mixture))
  return crossFitted(fitted, wanted)
}

async function scoreContrast(
  pool: Pool,
  shards: Shards,
  model: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const further: Float64Array[] = []
  const { signal } = progress
  for (const one of model.stack) {
    further.push(await knnKernel.score(pool, shards, one, internals.alignTable(table, one.features), { signal }))
  }
  return internals.scoreContrast(model, table, progress, further)
}

export const contrastKernel: Kernel<internals.Detectors['contrast']> = {
  fit: fitContrast,
  score: scoreContrast,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model,
}
