import { type Progress, selectRows, type Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Fitted, Wanted } from '../fitted.js'
import type { Pool } from '../pool/pool.js'
import { Shards } from '../pool/shards.js'
import { distancesOf, fitsMemory } from './score.js'

type Model = internals.KnnModel

/** Undefined if the references are too large for one memory. Other tables are left to the whole model. */
export async function fitKnn(
  pool: Pool,
  table: Table,
  options: internals.KnnOptions & Progress,
  wanted: Wanted,
): Promise<Fitted<Model> | undefined> {
  const frame = internals.prepareKnn(table, internals.planKnn(table, options))
  const { model, kept, others } = frame
  const { references, coordinates } = model
  if (!fitsMemory(references)) return undefined
  const shards = new Shards(pool)
  const step = (done: number): Progress => ({
    signal: options.signal,
    onProgress: options.onProgress && ((part) => options.onProgress!(done + part, table.rows)),
  })
  const distances = new Float64Array(table.rows)
  const costs = internals.costsLeftOut(coordinates, table)
  const asLeftOut = (points: internals.Points): internals.Points => internals.withCosts(points, costs)
  try {
    const own = {
      rows: kept.length,
      points: (from: number, to: number) => asLeftOut(internals.pointsBetween(references, from, to)),
      leftOut: Int32Array.from(kept.keys()),
    }
    const ofKept = await distancesOf(pool, shards, model, own, step(0))
    const rest = selectRows(table, others)
    const points = (from: number, to: number): internals.Points =>
      asLeftOut(internals.place(coordinates, rest, from, to))
    const ofOthers = await distancesOf(pool, shards, model, { rows: others.length, points }, step(kept.length))
    kept.forEach((row, i) => {
      distances[row] = ofKept[i]
    })
    others.forEach((row, i) => {
      distances[row] = ofOthers[i]
    })
  } finally {
    await shards.close(references)
  }
  const fitted = internals.finishKnn(frame, table, distances)
  const scores = wanted.outOfBag ? fitted.scores : new Float64Array(0)
  return { model: fitted.model, scores, inBag: [], otherScores: [] }
}
