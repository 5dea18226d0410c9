import { type Progress, selectRows, type Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Fitted, Wanted } from '../fitted.js'
import { compileKernels } from '../memory/kernels.js'
import type { Pool } from '../pool/pool.js'
import { Shards } from '../pool/shards.js'
import { kernelRows } from './kernel-rows.js'
import { surprisalsOf } from './score.js'

type Model = internals.GmmModel
type Tried = ReturnType<typeof internals.fitDensity>

/** Core's `fitGmm`. Mixtures are fitted on the calling thread, which has a pause after each; rows are judged on all lanes. */
export async function fitGmm(
  pool: Pool,
  table: Table,
  options: internals.GmmOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model>> {
  const plan = internals.planGmm(table, options)
  const { candidates, kept, others, folds } = plan
  const rowsOf = kernelRows(await compileKernels())
  const own = selectRows(table, kept)
  const total = candidates.length + folds.length
  let done = 0
  const fit = async (rows: Table, components: number): Promise<Tried> => {
    const density = internals.fitDensity(rows, components, plan, rowsOf, own.rows)
    await new Promise((resolve) => setTimeout(resolve, 0))
    return density
  }
  const shards = new Shards(pool)
  const judge = async (density: internals.Density, rows: Table): Promise<Float64Array> => {
    try {
      return await surprisalsOf(pool, shards, density, rows, { signal: options.signal })
    } finally {
      await shards.close(density.mixture)
    }
  }
  const tried: Tried[] = []
  for (const components of candidates) {
    tried.push(await fit(own, components))
    internals.report(options, ++done, total)
  }
  const whole = internals.bestOf(tried)
  const surprisals = new Float64Array(table.rows)
  // The lifts of the model rest on the scores of all training rows, so these are made even if nobody else wants them.
  for (const fold of folds) {
    const outside = selectRows(own, internals.outsideFold(own.rows, fold))
    const density = await fit(outside, whole.mixture.components)
    const rows = Int32Array.from(fold, (i) => kept[i])
    internals.setAt(surprisals, rows, await judge(density, selectRows(own, fold)))
    internals.report(options, ++done, total)
  }
  internals.setAt(surprisals, others, await judge(whole, selectRows(table, others)))
  const { model, scores } = internals.finishGmm(table, plan, whole, surprisals)
  return { model, scores: wanted.outOfBag ? scores : new Float64Array(0), inBag: [], otherScores: [] }
}
