import type { Progress, Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { detectorOf } from '@xenolith/core/internals'
import { MOST_BYTES } from '../memory/arena.js'
import type { Pool } from '../pool/pool.js'
import type { Shards } from '../pool/shards.js'
import { shareRows } from '../pool/share-rows.js'
import { lanesFor } from '../pool/split-work.js'
import type { TaskName } from '../tasks.js'
import { blocksOf } from './blocks.js'
import type { ScreenSetup } from './screen-task.js'
import type { KnnInput, KnnOutput, KnnSetup } from './task.js'
import { cubeOf } from './words.js'

type Model = internals.KnnModel

/** Points that go to a lane at a time. */
const PIECE = 512
/** Pairs of rows that take about as long as a row in a tree. */
const PAIRS_AS_ONE = 16

/** Coordinates up to which boxes around near references spare more than rounding all of them does. */
const MOST_BOXED = 6
/** Coordinates that whole numbers of 16 bits can hold to some use. */
const MOST_SCREENED = 20_000

/** How the neighbours are found: a task with its setup, and what it calls each reference. */
interface Search {
  readonly task: TaskName
  readonly setup: KnnSetup | ScreenSetup
  readonly placeOf: Int32Array
}

const searches: WeakMap<internals.Points, Search> = new WeakMap()

/** How neighbours among a model's references are found, decided once. */
function searchFor({ references, neighbours }: Model): Search {
  const search = searches.get(references) ?? newSearch(references, neighbours)
  searches.set(references, search)
  return search
}

function newSearch(references: internals.Points, neighbours: number): Search {
  const { rows, width, coded } = references
  if (coded === 0 && width > MOST_BOXED && width <= MOST_SCREENED) {
    const { placeOf, order, ...cube } = cubeOf(references)
    const values = new Float64Array(rows * width)
    order.forEach((row, place) => {
      values.set(references.values.subarray(row * width, (row + 1) * width), place * width)
    })
    return { task: 'knn-screen', setup: { rows, width, values, neighbours, ...cube }, placeOf }
  }
  const { placeOf, ...blocks } = blocksOf(references)
  return { task: 'knn', setup: { ...blocks, neighbours }, placeOf }
}

/** Points that look for their neighbours, and the reference row that each must not see (-1: none). */
export interface Seekers {
  readonly rows: number
  points(from: number, to: number): internals.Points
  readonly leftOut?: Int32Array
}

/** Whether the references fit into the memory of a task. */
export function fitsMemory({ rows, width, coded }: Pick<internals.Points, 'rows' | 'width' | 'coded'>): boolean {
  return 8 * (rows + 16) * (2 * width + 2 * coded) + 64 * 2 ** 20 < MOST_BYTES
}

/** Mean distances to the nearest references: each lane holds all references and sees some of the points. */
export async function distancesOf(
  pool: Pool,
  shards: Shards,
  model: Model,
  { rows, points, leftOut }: Seekers,
  progress: Progress,
): Promise<Float64Array> {
  const distances = new Float64Array(rows)
  if (rows === 0) return distances
  const { references } = model
  const lanes = await lanesFor(pool, (rows * references.rows) / PAIRS_AS_ONE, Math.ceil(rows / PIECE))
  const { task, setup, placeOf } = searchFor(model)
  const open = await shards.of(references, lanes, task, () => ({ setup, transfer: [] }))
  await shareRows<KnnOutput>(
    {
      open,
      rows,
      piece: PIECE,
      input(from, to): KnnInput {
        const { values, codes, costs, base } = points(from, to)
        const hidden = new Int32Array(to - from).fill(internals.NOBODY)
        if (leftOut) for (let i = from; i < to; i++) hidden[i - from] = placeOf[leftOut[i]]
        return { rows: to - from, values, codes: Float64Array.from(codes), costs, base, leftOut: hidden }
      },
      accept: (found, from) => distances.set(found.distances, from),
    },
    progress,
  )
  return distances
}

export async function scoreKnn(
  pool: Pool,
  shards: Shards,
  model: Model,
  table: Table,
  progress: Progress,
): Promise<Float64Array> {
  const { coordinates, lifts, references } = model
  if (!fitsMemory(references)) return detectorOf('knn').score(model, table, progress)
  const points = (from: number, to: number): internals.Points => internals.place(coordinates, table, from, to)
  const scores = await distancesOf(pool, shards, model, { rows: table.rows, points }, progress)
  internals.liftSurprises(scores, coordinates, table, lifts)
  return scores
}
