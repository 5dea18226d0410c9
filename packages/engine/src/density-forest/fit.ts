import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Fitted, Wanted } from '../fitted.js'
import { fitForest } from '../iforest/fit.js'
import { MOST_BYTES } from '../memory/arena.js'
import type { Pool } from '../pool/pool.js'
import { Shards } from '../pool/shards.js'
import { addUp, lanesFor } from '../pool/split-work.js'
import { categoricalOf } from './score.js'
import type { DensityInput, DensityOutput } from './task.js'
import { divideTrees } from './trees.js'

type Model = internals.DensityForestModel

/** The isolation forest's kernels grow the trees; then each lane judges the rows that its trees were not grown on. */
export async function fitDensityForest(
  pool: Pool,
  table: Table,
  options: internals.DensityForestOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model> | undefined> {
  const { seed, trees, subsample } = internals.planForest(table, options)
  if (8 * table.columns.length * table.rows + 64 * trees * subsample > MOST_BYTES / 2) return undefined
  const grown = await fitForest(
    pool,
    table,
    { seed, trees, subsample, signal: options.signal, onProgress: options.onProgress } as typeof options,
    { keepModel: true, outOfBag: false, others: [] },
  )
  if (grown === undefined) return undefined
  const { forest } = grown.model!
  const shards = new Shards(pool)
  const lanes = await lanesFor(pool, table.rows * trees, trees)
  let judged: DensityOutput[]
  try {
    const open = await shards.of(forest, lanes, 'density-forest', divideTrees(forest, categoricalOf(table.columns)))
    const input: DensityInput = {
      rows: table.rows,
      values: internals.rowMajor(table).values,
      drawn: { stream: internals.streamWords(seed, 'tree'), subsample },
    }
    judged = await Promise.all(open.map(({ lane, handle }) => lane.run<DensityOutput>(handle, input)))
  } finally {
    await shards.close(forest)
  }
  const sums = addUp(judged.map((part) => part.sums))
  const counts = Int32Array.from(addUp(judged.map((part) => Uint32Array.from(part.counts))))
  // The lifts of the model rest on the scores of all training rows, so these are made even if nobody else wants them.
  const { model, scores } = internals.finishDensityForest(table, seed, subsample, forest, sums, counts)
  const inBag = wanted.outOfBag ? Array.from(counts.keys()).filter((row) => counts[row] === 0) : []
  return { model, scores: wanted.outOfBag ? scores : new Float64Array(0), inBag, otherScores: [] }
}
