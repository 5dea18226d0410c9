import type { Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Fitted, Wanted } from '../fitted.js'
import { MOST_BYTES } from '../memory/arena.js'
import type { Lane } from '../pool/lane.js'
import type { Pool } from '../pool/pool.js'
import { shareOut } from '../pool/share-out.js'
import { addUp, lanesFor, pieceSize } from '../pool/split-work.js'
import { ForestBuilder } from './builder.js'
import type { ForestFitSetup } from './fit-setup.js'
import type { Depths, ForestFitInput, Trees } from './fit-task.js'
import { canJudgeByRank } from './ranked-judge.js'
import { encodeRows, featureKinds, isMixed } from './rows.js'

type Model = internals.IsolationForestModel

/** The nodes of so many trees stay in the cache of a core until they are taken out. */
const GROWN_AT_A_TIME = 16

export async function fitForest(
  pool: Pool,
  table: Table,
  options: internals.IsolationForestOptions,
  wanted: Wanted,
): Promise<Fitted<Model> | undefined> {
  const plan = internals.planForest(table, options)
  const { trees, subsample, rangeCheck, seed } = plan
  const judged = table.rows + wanted.others.reduce((sum, other) => sum + other.rows, 0)
  const lanes = await lanesFor(pool, judged * trees, trees)
  const judges = wanted.outOfBag || wanted.others.length > 0
  const piece = Math.min(pieceSize(judged, trees, lanes.length), judges ? trees : GROWN_AT_A_TIME)
  const setup = setUp(table, plan, wanted, judged, piece)
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
        accept: (grown) => wanted.keepModel && builder.add(grown),
      },
      options,
    )
    depths = await Promise.all(lanes.map((lane) => lane.run<Depths>(handle, 'finish' satisfies ForestFitInput)))
  } finally {
    for (const lane of lanes) lane.close(handle)
  }
  const sums = addUp(depths.map((d) => d.sums))
  const inBag = addUp(depths.map((d) => d.inBag))
  const scores = wanted.outOfBag
    ? sums.map((sum, i) => internals.isolationScore(sum / (trees - inBag[i]), subsample))
    : new Float64Array(0)
  const otherScores = wanted.others.map((_, k) =>
    addUp(depths.map((d) => d.others[k])).map((sum) => internals.isolationScore(sum / trees, subsample)),
  )
  const always: number[] = []
  for (let i = 0; wanted.outOfBag && i < inBag.length; i++) if (inBag[i] === trees) always.push(i)
  const result = { scores, inBag: always, otherScores }
  if (!wanted.keepModel) return result
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
  wanted: Wanted,
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
    mixed: [table, ...wanted.others].some(isMixed),
    stream: internals.streamWords(plan.seed, 'tree'),
    columns: columns.map((column) => (column.kind === 'numeric' ? column.values : column.codes)),
    kinds,
    categories: Math.max(0, ...columns.map((c) => (c.kind === 'categorical' ? c.categories.length : 0))),
    leafDepth: leafDepths(subsample),
    keep: wanted.keepModel,
    piece,
    outOfBag: wanted.outOfBag,
    others: wanted.others.map(encode),
  }
  return wanted.outOfBag && !canJudgeByRank(setup) ? { ...setup, encoded: encode(table) } : setup
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
