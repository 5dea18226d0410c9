import { type Fit, internals, type Progress, type Table } from '@xenolith/core'
import { MOST_BYTES } from './arena.js'
import { ForestBuilder } from './forest-builder.js'
import type { Depths, ForestFitInput, ForestFitSetup, Trees } from './forest-fit-task.js'
import { type ForestScoreInput, type ForestScoreOutput, type ForestScoreSetup, nodesPerTree } from './forest-score-task.js'
import type { Lane } from './lane.js'
import type { Pool } from './pool.js'
import { encodeRows, featureKinds, isMixed } from './rows.js'
import { shareOut } from './share-out.js'

type Model = internals.IsolationForestModel

/** Rows times trees below which threads cost more than they bring: 2000 rows and 1000 trees. */
export const SMALL_WORK = 2_000_000
/** Rows times trees between two looks at the progress. */
const PIECE_WORK = 320_000
const MOST_PIECE = 32

export interface ForestFit {
  /** Absent if it was not to be kept. */
  readonly model?: Model
  readonly scores: Float64Array
  readonly inBagRows: number
  readonly otherScores: Float64Array[]
}

export interface ForestFitWishes {
  readonly keepModel: boolean
  readonly outOfBag: boolean
  /** Further tables, aligned with the nominal one, that every tree judges while it is at hand. */
  readonly others: readonly Table[]
}

export async function fitForest(
  pool: Pool,
  table: Table,
  options: internals.IsolationForestOptions,
  wishes: ForestFitWishes,
): Promise<ForestFit | undefined> {
  const plan = internals.planForest(table, options)
  const setup = setUp(table, plan, wishes)
  if (setup === undefined) return undefined
  const { trees, subsample, rangeCheck, seed } = plan
  const judged = table.rows + wishes.others.reduce((sum, other) => sum + other.rows, 0)
  const lanes = await lanesFor(pool, judged * trees, trees)
  const builder = new ForestBuilder(trees, subsample, setup.kinds)
  const handle = pool.newHandle()
  let depths: Depths[]
  try {
    await Promise.all(lanes.map((lane) => lane.open(handle, 'forest-fit', setup)))
    await shareOut<Trees>(
      {
        lanes,
        total: trees,
        piece: pieceSize(judged, trees, lanes.length),
        run: (lane, from, to) => lane.run(handle, { from, to } satisfies ForestFitInput),
        accept: (grown) => wishes.keepModel && builder.add(grown),
      },
      options,
    )
    depths = await Promise.all(lanes.map((lane) => lane.run<Depths>(handle, 'finish' satisfies ForestFitInput)))
  } finally {
    for (const lane of lanes) lane.close(handle)
  }
  const sums = addUp(depths.map((d) => d.sums))
  const inBag = addUp(depths.map((d) => d.inBag))
  const scores = wishes.outOfBag
    ? sums.map((sum, i) => internals.isolationScore(sum / (trees - inBag[i]), subsample))
    : new Float64Array(0)
  const otherScores = wishes.others.map((_, k) =>
    addUp(depths.map((d) => d.others[k])).map((sum) => internals.isolationScore(sum / trees, subsample)),
  )
  const always: number[] = []
  if (wishes.outOfBag) inBag.forEach((count, i) => count === trees && always.push(i))
  const result = { scores, inBagRows: always.length, otherScores }
  if (!wishes.keepModel) return result
  const model: Model = {
    detector: 'iforest',
    features: internals.featuresOf(table),
    seed,
    subsample,
    rangeCheck,
    forest: builder.finish(),
  }
  return { model, ...result }
}
