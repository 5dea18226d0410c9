import { type Matrix, rowMajor } from '../../data/matrix.js'
import { alignTable, checkTable, type Feature, featuresOf, type Table } from '../../data/table.js'
import { checkVaries } from '../../data/varies.js'
import { expect } from '../../errors.js'
import { exp2 } from '../../numeric/elementary.js'
import { sampleToFront, substream } from '../../numeric/random.js'
import { BLOCK_ROWS, type Fit, type Progress, report } from '../detector.js'
import type { RareValues } from '../rare-values.js'
import { type Forest, isolationDepth, MOST_TREES } from './forest.js'
import { growTree, prepareTreeRoom } from './grow.js'
import { concatenateTrees, keepTree, type Tree } from './trees.js'
import { leafDepths, rowDepth, type Walk } from './walk.js'

export interface IsolationForestOptions extends Progress {
  readonly seed?: number
  /** Lift rows with a rare value in a column in which nearly all nominal rows agree (default true). */
  readonly rareValues?: boolean
  /** Number of trees (default 1000). */
  readonly trees?: number
  /** Rows each tree is grown on: a share of the training rows (up to 1) or a count (2 and more); default 0.2, but at most 4000 rows. */
  readonly subsample?: number
  /** End a path where a row leaves a node's training range (default true). */
  readonly rangeCheck?: boolean
}

export interface IsolationForestModel {
  /** Lifts of rows with a rare value in a nearly constant column. */
  readonly rare?: RareValues
  readonly detector: 'iforest'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly subsample: number
  readonly rangeCheck: boolean
  readonly forest: Forest
}

/** The share-derived subsample is at least this (while rows last): trees on fewer rows cannot rank anything. */
const LEAST_SUBSAMPLE = 16

/** The default: the papers' share, capped so that the cost of a fit is linear in its rows (docs/decisions/0003-forest.md). */
const DEFAULT_SHARE = 0.2
const LARGEST_DEFAULT = 4000

/** Nodes are numbered by 32 bits. */
const MOST_NODES = 0x7fffffff

/** The options of a forest, complete and checked. */
export interface ForestPlan {
  readonly seed: number
  readonly trees: number
  /** Rows each tree is grown on. */
  readonly subsample: number
  readonly rangeCheck: boolean
}

/** Checks the table and the options. */
export function planForest(table: Table, options: IsolationForestOptions): ForestPlan {
  const { seed = 1, trees = 1000, subsample = defaultSubsample(table.rows), rangeCheck = true } = options
  checkTable(table, 'the nominal data')
  expect(
    Number.isSafeInteger(trees) && trees >= 1 && trees <= MOST_TREES,
    'bad-option',
    `trees must be a whole number from 1 to ${MOST_TREES}, got ${trees}`,
  )
  const psi = subsampleSize(table.rows, subsample)
  expect(
    trees * psi <= MOST_NODES,
    'bad-option',
    `${trees} trees on ${psi} rows each are too large: trees times rows may be at most ${MOST_NODES}`,
  )
  checkVaries(table)
  return { seed, trees, subsample: psi, rangeCheck }
}

/** The isolation forest of Liu, Ting and Zhou (2008) as the paper runs it: full depth, out-of-bag training scores, range check. */
export function fitIsolationForest(table: Table, options: IsolationForestOptions = {}): Fit<IsolationForestModel> {
  const { seed, trees, subsample: psi, rangeCheck } = planForest(table, options)
  const kept: Tree[] = []
  const matrix = rowMajor(table)
  const room = prepareTreeRoom(table, psi)
  const { categorical } = room
  const leafDepth = leafDepths(psi)
  const order = new Int32Array(table.rows)
  const sums = new Float64Array(table.rows)
  const counts = new Int32Array(table.rows)
  for (let t = 0; t < trees; t++) {
    const random = substream(seed, 'tree', t)
    sampleToFront(order, psi, random)
    const nodes = growTree(room, order.subarray(0, psi), random)
    const tree = keepTree(room, nodes, psi)
    kept.push(tree)
    addOutOfBag({ forest: tree, rangeCheck, categorical, leafDepth }, matrix, order, psi, sums, counts)
    if ((t + 1) % 8 === 0 || t + 1 === trees) report(options, t + 1, trees)
  }
  const forest = concatenateTrees(kept, categorical)
  const model: IsolationForestModel = {
    detector: 'iforest',
    features: featuresOf(table),
    seed,
    subsample: psi,
    rangeCheck,
    forest,
  }
  return { model, ...outOfBagScores(model, table, sums, counts), nominalScores: 'out-of-bag' }
}

/** 2^(-mean depth / c(subsample)) for every row: higher is more alien. */
export function scoreIsolationForest(model: IsolationForestModel, table: Table, progress: Progress = {}): Float64Array {
  const aligned = alignTable(table, model.features)
  const { forest, subsample } = model
  const trees = forest.root.length
  const categorical = Uint8Array.from(model.features, (f) => (f.kind === 'categorical' ? 1 : 0))
  const walk: Walk = { forest, rangeCheck: model.rangeCheck, categorical, leafDepth: leafDepths(subsample) }
  const scores = new Float64Array(table.rows)
  const sums = new Float64Array(BLOCK_ROWS)
  for (let from = 0; from < table.rows; from += BLOCK_ROWS) {
    const to = Math.min(table.rows, from + BLOCK_ROWS)
    const { values, width } = rowMajor(aligned, from, to)
    sums.fill(0)
    for (let t = 0; t < trees; t++) {
      for (let i = 0; i < to - from; i++) sums[i] += rowDepth(walk, t, values, i * width)
    }
    for (let i = from; i < to; i++) scores[i] = isolationScore(sums[i - from] / trees, subsample)
    report(progress, to, table.rows)
  }
  return scores
}

/** The score of a mean depth. */
export function isolationScore(meanDepth: number, subsample: number): number {
  return exp2(-meanDepth / isolationDepth(subsample))
}

function addOutOfBag(
  walk: Walk,
  { values, width }: Matrix,
  order: Int32Array,
  psi: number,
  sums: Float64Array,
  counts: Int32Array,
): void {
  for (let k = psi; k < order.length; k++) {
    const row = order[k]
    sums[row] += rowDepth(walk, 0, values, row * width)
    counts[row]++
  }
}

/** A row that every tree was grown on has no out-of-bag depth: it is scored by the whole forest, and counted. */
function outOfBagScores(
  model: IsolationForestModel,
  table: Table,
  sums: Float64Array,
  counts: Int32Array,
): { scores: Float64Array; inBagRows: number } {
  const scores = sums.map((sum, i) => isolationScore(sum / counts[i], model.subsample))
  const inBag = counts.reduce((total, count) => total + (count === 0 ? 1 : 0), 0)
  if (inBag > 0) {
    const full = scoreIsolationForest(model, table)
    for (let i = 0; i < scores.length; i++) if (counts[i] === 0) scores[i] = full[i]
  }
  return { scores, inBagRows: inBag }
}

function defaultSubsample(rows: number): number {
  return DEFAULT_SHARE * rows > LARGEST_DEFAULT ? LARGEST_DEFAULT : DEFAULT_SHARE
}

function subsampleSize(rows: number, subsample: number): number {
  const asShare = subsample > 0 && subsample <= 1
  expect(
    asShare || (Number.isSafeInteger(subsample) && subsample >= 2),
    'bad-option',
    `subsample must be a share in (0, 1] or a whole number of at least 2, got ${subsample}`,
  )
  expect(rows >= 3, 'too-few-rows', `an isolation forest needs at least 3 nominal rows, got ${rows}`)
  if (!asShare) {
    expect(subsample <= rows, 'bad-option', `subsample is ${subsample}, but there are only ${rows} nominal rows`)
    return subsample
  }
  return Math.max(Math.round(subsample * rows), Math.min(LEAST_SUBSAMPLE, rows - 1))
}
