import { type Progress, selectRows, type Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { crossFitted, type Fitted, type Wanted } from '../fitted.js'
import { kernelRows } from '../gmm/kernel-rows.js'
import { surprisalsOf } from '../gmm/score.js'
import type { Kernel } from '../kernel.js'
import { compileKernels } from '../memory/kernels.js'
import type { Pool } from '../pool/pool.js'
import { Shards } from '../pool/shards.js'

type Model = internals.RatioModel

/** Core's `fitRatio`. Densities are fitted on the calling thread, which has a pause after each pair; rows are judged on all lanes. */
async function fitRatio(
  pool: Pool,
  table: Table,
  options: internals.RatioOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model>> {
  const plan = internals.planRatio(table, options)
  const rowsOf = kernelRows(await compileKernels())
  const pairs: Model['pairs'][number][] = []
  while (pairs.length < plan.folds) {
    pairs.push(internals.fitPair(plan, pairs.length, rowsOf))
    await new Promise((resolve) => setTimeout(resolve, 0))
    internals.report(options, pairs.length, plan.folds)
  }
  const model = internals.ratioModel(plan, pairs)
  const shards = new Shards(pool)
  const { signal } = options
  const score = async (of: Table): Promise<Float64Array> =>
    plan.folds === 1 ? new Float64Array(0) : scoreRatio(pool, shards, model, of, { signal })
  const fitted = internals.finishRatio(model, await score(plan.nominal), await score(plan.mixture))
  for (const pair of pairs) for (const one of pair ? internals.densitiesOf(pair) : []) await shards.close(one.mixture)
  return crossFitted(fitted, wanted)
}

async function scoreRatio(
  pool: Pool,
  shards: Shards,
  model: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const scores = new Float64Array(table.rows)
  const { signal } = progress
  for (const [fold, rows] of internals.rowsByFold(model, table).entries()) {
    const pair = model.pairs[fold]
    if (pair !== null && rows.length > 0) {
      const own = selectRows(table, rows)
      const [under, over] = internals.densitiesOf(pair)
      const judged = [
        await surprisalsOf(pool, shards, under, own, { signal }),
        await surprisalsOf(pool, shards, over, own, { signal }),
      ]
      internals.setAt(scores, rows, internals.difference(judged[0], judged[1]))
    }
    internals.report(progress, fold + 1, model.pairs.length)
  }
  return scores
}

export const ratioKernel: Kernel<internals.Detectors['ratio']> = {
  fit: fitRatio,
  score: scoreRatio,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model.pairs,
}
