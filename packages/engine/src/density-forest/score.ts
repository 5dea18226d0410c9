import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { firstRows } from '../first-rows.js'
import type { Pool } from '../pool/pool.js'
import type { Shards } from '../pool/shards.js'
import { lanesFor } from '../pool/split-work.js'
import { sumOverShards } from '../pool/sum-over-shards.js'
import type { DensityInput, DensityOutput } from './task.js'
import { divideTrees } from './trees.js'

type Model = internals.DensityForestModel

export function categoricalOf(features: readonly { readonly kind: string }[]): Uint8Array {
  return Uint8Array.from(features, ({ kind }) => (kind === 'categorical' ? 1 : 0))
}

/** Each lane holds some of the trees and sees all rows. */
export async function scoreDensityForest(
  pool: Pool,
  shards: Shards,
  model: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const { forest, features, coordinates, lifts } = model
  if (firstRows(forest, table.rows).areFirst)
    return internals.detectorOf('density-forest').score(model, table, progress)
  const trees = forest.root.length
  const lanes = await lanesFor(pool, table.rows * trees, trees)
  const open = await shards.of(forest, lanes, 'density-forest', divideTrees(forest, categoricalOf(features)))
  const [scores] = await sumOverShards<DensityOutput>(
    {
      shards: open,
      rows: table.rows,
      rowBytes: 8 * table.columns.length,
      input: (from, to) => {
        const { values } = internals.rowMajor(table, from, to)
        return {
          input: { rows: to - from, values } satisfies DensityInput,
          transfer: [values.buffer as ArrayBuffer],
        }
      },
      output: ({ sums }) => [sums],
      width: 1,
    },
    progress,
  )
  for (let i = 0; i < scores.length; i++) scores[i] = internals.densityScoreOf(scores[i], trees)
  internals.addBases(scores, coordinates, table)
  internals.liftSurprises(scores, coordinates, table, lifts)
  return scores
}
