import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { firstRows } from '../first-rows.js'
import type { Pool } from '../pool/pool.js'
import type { Divide, Shards } from '../pool/shards.js'
import { lanesFor } from '../pool/split-work.js'
import { sumOverShards } from '../pool/sum-over-shards.js'
import { leafDepths } from './fit.js'
import { nodesPerTree } from './node-staging.js'
import { encodeRows, featureKinds, isMixed } from './rows.js'
import type { ForestScoreSetup } from './score-setup.js'
import type { ForestScoreInput, ForestScoreOutput } from './score-task.js'

type Model = internals.IsolationForestModel

/** Scores the rows of an aligned table: each lane holds some of the trees and sees all rows. */
export async function scoreForest(
  pool: Pool,
  shards: Shards,
  model: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const { forest, subsample } = model
  const { areFirst, callsBefore } = firstRows(forest, table.rows)
  if (areFirst) return internals.detectorOf('iforest').score(model, table, progress)
  const trees = forest.root.length
  const kinds = kindsOf(model)
  const mixed = isMixed(table)
  const lanes = await lanesFor(pool, table.rows * trees, trees)
  const open = await shards.of(forest, lanes, 'forest-score', divideForest(model, kinds))
  const [sums] = await sumOverShards<ForestScoreOutput>(
    {
      shards: open,
      rows: table.rows,
      rowBytes: 8 * table.columns.length,
      input: (from, to) => {
        const values = encodeRows(table.columns, kinds, from, to)
        return {
          input: { values, mixed, coming: table.rows - to, callsBefore } satisfies ForestScoreInput,
          transfer: [values.buffer],
        }
      },
      output: ({ sums }) => [sums],
      width: 1,
    },
    progress,
  )
  for (let i = 0; i < sums.length; i++) sums[i] = internals.isolationScore(sums[i] / trees, subsample)
  return sums
}

const known = new WeakMap<Model, Uint8Array>()

function kindsOf(model: Model): Uint8Array {
  const kinds = known.get(model) ?? featureKinds(model.features)
  known.set(model, kinds)
  return kinds
}

/** Neighbouring trees, about as many nodes in each part; one part is the whole, without a copy. */
function divideForest({ forest, rangeCheck, subsample }: Model, kinds: Uint8Array): Divide {
  return (part, parts) => {
    const common = { rangeCheck, kinds, leafDepth: leafDepths(subsample) }
    if (parts === 1) return { setup: { ...forest, ...common, firstNode: 0, firstEntry: 0 }, transfer: [] }
    const trees = forest.root.length
    const counts = nodesPerTree(forest.root, 0, forest.feature.length)
    const from = Math.floor((part * trees) / parts)
    const to = Math.floor(((part + 1) * trees) / parts)
    const firstNode = counts.subarray(0, from).reduce((sum, n) => sum + n, 0)
    const end = firstNode + counts.subarray(from, to).reduce((sum, n) => sum + n, 0)
    const setup: ForestScoreSetup = {
      ...common,
      firstNode,
      firstEntry: 0,
      root: forest.root.slice(from, to),
      feature: forest.feature.slice(firstNode, end),
      low: forest.low.slice(firstNode, end),
      high: forest.high.slice(firstNode, end),
      fraction: forest.fraction.slice(firstNode, end),
      left: forest.left.slice(firstNode, end),
      right: forest.right.slice(firstNode, end),
      size: forest.size.slice(firstNode, end),
      subsets: forest.subsets,
    }
    const moved = [setup.feature, setup.low, setup.high, setup.fraction, setup.left, setup.right, setup.size]
    return { setup, transfer: moved.map((array) => array.buffer as ArrayBuffer) }
  }
}
