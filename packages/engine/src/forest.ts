import { internals, type Table } from '@xenolith/core'
import { MOST_BYTES } from './arena.js'
import type { Fitted, Wishes } from './fitted.js'
import { ForestBuilder } from './forest-builder.js'
import type { Depths, ForestFitInput, ForestFitSetup, Trees } from './forest-fit-task.js'
import type { Lane } from './lane.js'
import type { Pool } from './pool.js'
import { canJudgeByRank } from './ranked-judge.js'
import { encodeRows, featureKinds, isMixed } from './rows.js'
import { shareOut } from './share-out.js'
import { addUp, lanesFor, pieceSize } from './work.js'

type Model = internals.IsolationForestModel

/** The nodes of so many trees stay in the cache of a core until they are taken out. */
const GROWN_AT_A_TIME = 16

export async function fitForest(
  pool: Pool,
  table: Table,
  options: internals.IsolationForestOptions,
  wishes: Wishes,
): Promise<Fitted<Model> | undefined> {
  const plan = internals.planForest(table, options)
  const { trees, subsample, rangeCheck, seed } = plan
  const judged = table.rows + wishes.others.reduce((sum, other) => sum + other.rows, 0)
  const lanes = await lanesFor(pool, judged * trees, trees)
  const judges = wishes.outOfBag || wishes.others.length > 0
  const piece = Math.min(pieceSize(judged, trees, lanes.length), judges ? trees : GROWN_AT_A_TIME)
  const setup = setUp(table, plan, wishes, judged, piece)
  if (setup === undefined) return undefined
  const builder = new ForestBuilder(trees, subsample, setup.kinds)
  const handle = pool.newHandle()
  let depths: Depths[]
  try {
    await Promise.all(lanes.map((lane) => open(lane, handle, setup)))
    await shareOut<Trees>(
      {
        lanes,
        total: trees,
        piece,
        atHand: 2,
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
  for (let i = 0; wishes.outOfBag && i < inBag.length; i++) if (inBag[i] === trees) always.push(i)
  const result = { scores, inBag: always, otherScores }
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

/** Undefined if the tables are too large for one memory. */
function setUp(
  table: Table,
  plan: internals.ForestPlan,
  wishes: Wishes,
  judged: number,
  piece: number,
): ForestFitSetup | undefined {
  const { rows, columns } = table
  const { subsample } = plan
  if (8 * columns.length * (rows + judged) + 128 * judged + 2000 * subsample > MOST_BYTES) return undefined
  const kinds = featureKinds(columns)
  const encode = (of: Table): Float64Array => encodeRows(of.columns, kinds, 0, of.rows)
  const setup: ForestFitSetup = {
    rows,
    subsample,
    rangeCheck: plan.rangeCheck,
    mixed: [table, ...wishes.others].some(isMixed),
    stream: internals.streamWords(plan.seed, 'tree'),
    columns: columns.map((column) => (column.kind === 'numeric' ? column.values : column.codes)),
    kinds,
    categories: Math.max(0, ...columns.map((c) => (c.kind === 'categorical' ? c.categories.length : 0))),
    leafDepth: leafDepths(subsample),
    keep: wishes.keepModel,
    piece,
    outOfBag: wishes.outOfBag,
    others: wishes.others.map(encode),
  }
  return wishes.outOfBag && !canJudgeByRank(setup) ? { ...setup, encoded: encode(table) } : setup
}

/** A worker gets columns of its own, which it need not copy again. */
function open(lane: Lane, handle: number, setup: ForestFitSetup): Promise<void> {
  if (lane.local) return lane.open(handle, 'forest-fit', setup)
  const columns = setup.columns.map((column) => column.slice())
  return lane.open(
    handle,
    'forest-fit',
    { ...setup, columns },
    columns.map((column) => column.buffer),
  )
}

/** c(n) for n = 0 .. subsample. */
export function leafDepths(subsample: number): Float64Array {
  return Float64Array.from({ length: subsample + 1 }, (_, n) => internals.isolationDepth(n))
}
