import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Lane } from '../pool/lane.js'
import type { Pool } from '../pool/pool.js'
import type { Shards } from '../pool/shards.js'
import { shareOut } from '../pool/share-out.js'
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
  const handles = new Map<Lane, number>(open.map(({ lane, handle }) => [lane, handle]))
  await shareOut<GmmOutput>(
    {
      lanes: open.map(({ lane }) => lane),
      total: rows,
      piece: PIECE,
      atHand: 2,
      run: (lane, from, to) => {
        const { values, codes, base } = internals.place(coordinates, table, from, to)
        scores.set(base, from)
        const input: GmmInput = { rows: to - from, values, codes }
        return lane.run(handles.get(lane)!, input)
      },
      accept: ({ densities }, from, to) => {
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
