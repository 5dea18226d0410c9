import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Pool } from '../pool/pool.js'
import type { Shards } from '../pool/shards.js'
import { shareRows } from '../pool/share-rows.js'
import { lanesFor } from '../pool/split-work.js'
import type { GmmInput, GmmOutput, GmmSetup } from './task.js'

type Model = internals.GmmModel

/** Points that go to a lane at a time. */
const PIECE = 2048
/** Products that take about as long as a row in a tree. */
const PRODUCTS_AS_ONE = 32

/** Core's `surprisals`: each lane holds the mixture and sees some of the rows. */
export async function surprisalsOf(
  pool: Pool,
  shards: Shards,
  { coordinates, axes, mixture }: internals.Density,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const { rows } = table
  const scores = new Float64Array(rows)
  if (rows === 0) return scores
  const { factors, components, width } = mixture
  const products = factors.length + components * width + (axes?.directions.length ?? 0)
  const lanes = await lanesFor(pool, (rows * products) / PRODUCTS_AS_ONE, Math.ceil(rows / PIECE))
  const setup: GmmSetup = { width: axes === null ? width : axes.centre.length, axes, mixture }
  const open = await shards.of(mixture, lanes, 'gmm', () => ({ setup, transfer: [] }))
  await shareRows<GmmOutput>(
    {
      open,
      rows,
      piece: PIECE,
      input(from, to): GmmInput {
        const { values, codes, base } = internals.place(coordinates, table, from, to)
        scores.set(base, from)
        return { rows: to - from, values, codes }
      },
      accept({ densities }, from, to) {
        for (let i = from; i < to; i++) scores[i] -= densities[i - from]
      },
    },
    progress,
  )
  return scores
}

export async function scoreGmm(
  pool: Pool,
  shards: Shards,
  model: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const scores = await surprisalsOf(pool, shards, model, table, progress)
  internals.liftSurprises(scores, model.coordinates, table, model.lifts)
  return scores
}
