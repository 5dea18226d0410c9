import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Pool } from '../pool/pool.js'
import type { Divide, Shards } from '../pool/shards.js'
import { lanesFor } from '../pool/split-work.js'
import { sumOverShards } from '../pool/sum-over-shards.js'
import { scoresOf } from './fit.js'
import { padded } from './fit-task.js'
import type { LodaScoreInput, LodaScoreOutput, LodaScoreSetup } from './score-task.js'

type Model = internals.LodaModel

/** Scores the rows of an aligned table: each lane holds some of the projections and sees all rows. */
export async function scoreLoda(
  pool: Pool,
  shards: Shards,
  model: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const columns = internals.encodeTable(table, model)
  const { scores, without } = await scoreColumns(pool, shards, model, columns, table.rows, progress)
  if (without.length > 0) {
    // Every projection needs a value that these rows lack: the training medians stand in.
    const completed = internals.completeRows(columns, without, model.encodings)
    const again = await scoreColumns(pool, shards, model, completed, without.length, { signal: progress.signal })
    without.forEach((row, k) => {
      scores[row] = again.scores[k]
    })
  }
  return scores
}

async function scoreColumns(
  pool: Pool,
  shards: Shards,
  model: Model,
  columns: readonly Float64Array[],
  rows: number,
  progress: Progress,
): Promise<{ scores: Float64Array; without: number[] }> {
  const { projections } = model
  // Very large values may cancel as infinities, which leaves no position either.
  const missing = columns.some((column) => column.some((x) => !(Math.abs(x) < 1e300)))
  const lanes = await lanesFor(pool, rows * projections.length, projections.length)
  const open = await shards.of(projections, lanes, 'loda-score', divideProjections(model))
  const [sums, counts] = await sumOverShards<LodaScoreOutput>(
    {
      shards: open,
      rows,
      rowBytes: 8 * columns.length,
      input: (from, to) => {
        const values = new Float64Array(padded(to - from) * columns.length)
        columns.forEach((column, j) => {
          values.set(column.subarray(from, to), j * padded(to - from))
        })
        const input: LodaScoreInput = { values, rows: to - from, missing }
        return { input, transfer: [values.buffer] }
      },
      output: (tally) => [tally.sums, tally.counts],
      width: 2,
    },
    progress,
  )
  return scoresOf({ sums, counts })
}

function divideProjections({ projections, features }: Model): Divide {
  return (part, parts) => {
    const from = Math.floor((part * projections.length) / parts)
    const to = Math.floor(((part + 1) * projections.length) / parts)
    const own = projections.slice(from, to)
    const setup: LodaScoreSetup = {
      width: features.length,
      logEmpty: internals.LOG_EMPTY,
      used: Uint32Array.from(own, ({ feature }) => feature.length),
      feature: Int32Array.from(own.flatMap(({ feature }) => [...feature])),
      weight: Float64Array.from(own.flatMap(({ weight }) => [...weight])),
      low: Float64Array.from(own, ({ low }) => low),
      range: Float64Array.from(own, ({ range }) => range),
      bins: Uint32Array.from(own, ({ logDensity }) => logDensity.length),
      logDensity: Float64Array.from(own.flatMap(({ logDensity }) => [...logDensity])),
    }
    return { setup, transfer: [] }
  }
}
