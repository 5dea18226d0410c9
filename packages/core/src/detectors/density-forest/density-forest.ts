import { rowMajor } from '../../data/matrix.js'
import { type Feature, featuresOf, type Table } from '../../data/table.js'
import { sampleToFront, substream } from '../../numeric/random.js'
import { addBases, type Coordinates, learnCoordinates } from '../coordinates/coordinates.js'
import { learnSurprises, liftAlone, liftSurprises, liftsFor } from '../coordinates/never-seen.js'
import { BLOCK_ROWS, type Fit, type Progress, report } from '../detector.js'
import type { Forest } from '../iforest/forest.js'
import { growTree, prepareTreeRoom } from '../iforest/grow.js'
import { planForest } from '../iforest/isolation-forest.js'
import { concatenateTrees, keepTree, type Tree } from '../iforest/trees.js'
import type { RareValues } from '../rare-values.js'
import { type DensityWalk, logDensities, rowDensity } from './walk.js'

/** Up to so many rows densities are computed along their paths rather than for all nodes. */
const FEW_ROWS = 32

export interface DensityForestOptions {
  readonly seed?: number
  /** Trees of the forest; default 1000. */
  readonly trees?: number
  /** Rows of each tree, as a share or a count; default 0.2. */
  readonly subsample?: number
}

export interface DensityForestModel {
  /** Lifts of rows with a rare value in a nearly constant column. */
  readonly rare?: RareValues
  readonly detector: 'density-forest'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly subsample: number
  readonly forest: Forest
  /** What is ordinary in each feature, for values never seen. */
  readonly coordinates: Coordinates
  /** By sort of surprise: how much it lifts a score. */
  readonly lifts: Float64Array
}

/**
 * The trees of an isolation forest as histograms: a row is scored by minus the mean log density of the boxes that it
 * falls into, instead of by how deep they lie. Training rows are scored out-of-bag.
 */
export function fitDensityForest(table: Table, options: DensityForestOptions & Progress = {}): Fit<DensityForestModel> {
  const { seed, trees, subsample: psi } = planForest(table, options)
  const kept: Tree[] = []
  const { values, width } = rowMajor(table)
  const room = prepareTreeRoom(table, psi)
  const { categorical } = room
  const order = new Int32Array(table.rows)
  const sums = new Float64Array(table.rows)
  const counts = new Int32Array(table.rows)
  for (let t = 0; t < trees; t++) {
    const random = substream(seed, 'tree', t)
    sampleToFront(order, psi, random)
    const forest = keepTree(room, growTree(room, order.subarray(0, psi), random), psi)
    kept.push(forest)
    const walk: DensityWalk = { forest, categorical, reached: logDensities(forest, categorical) }
    for (let k = psi; k < order.length; k++) {
      const row = order[k]
      sums[row] += rowDensity(walk, 0, values, row * width)
      counts[row]++
    }
    if ((t + 1) % 8 === 0 || t + 1 === trees) report(options, t + 1, trees)
  }
  return finishDensityForest(table, seed, psi, concatenateTrees(kept, categorical), sums, counts)
}

/**
 * The model with its lifts, and the scores of the training rows, from the sums of their log densities over so many trees.
 * A row that every tree was grown on has no out-of-bag density: it is scored by the whole forest, and counted.
 */
export function finishDensityForest(
  table: Table,
  seed: number,
  subsample: number,
  forest: Forest,
  sums: Float64Array,
  counts: Int32Array,
): Fit<DensityForestModel> {
  const coordinates = learnCoordinates(table, 'standardised')
  const whole: DensityForestModel = {
    detector: 'density-forest',
    features: featuresOf(table),
    seed,
    subsample,
    forest,
    coordinates,
    lifts: new Float64Array(0),
  }
  const inBagRows = counts.reduce((total, count) => total + (count === 0 ? 1 : 0), 0)
  const full = inBagRows > 0 ? minusLogDensities(whole, table, {}) : sums
  const scores = sums.map((sum, i) => (counts[i] === 0 ? full[i] : scoreOf(sum, counts[i])))
  const surprises = learnSurprises(coordinates, table)
  const lifts = liftsFor(surprises, scores)
  liftAlone(scores, surprises, lifts)
  for (let i = 0; i < scores.length; i++) if (counts[i] === 0) scores[i] = full[i]
  return { model: { ...whole, lifts }, scores, inBagRows, nominalScores: 'out-of-bag' }
}

/** Minus the mean log density by so many trees. */
export function scoreOf(sum: number, trees: number): number {
  return 0 - sum / trees
}

/** Minus the mean log density, for every row of an aligned table: higher is more alien. */
export function scoreDensityForest(model: DensityForestModel, table: Table, progress: Progress = {}): Float64Array {
  const scores = minusLogDensities(model, table, progress)
  addBases(scores, model.coordinates, table)
  liftSurprises(scores, model.coordinates, table, model.lifts)
  return scores
}

function minusLogDensities(model: DensityForestModel, table: Table, progress: Progress): Float64Array {
  const { forest, features } = model
  const trees = forest.root.length
  const categorical = Uint8Array.from(features, (f) => (f.kind === 'categorical' ? 1 : 0))
  const reached = table.rows > FEW_ROWS ? logDensities(forest, categorical) : undefined
  const walk: DensityWalk = { forest, categorical, reached }
  const scores = new Float64Array(table.rows)
  for (let from = 0; from < table.rows; from += BLOCK_ROWS) {
    const to = Math.min(table.rows, from + BLOCK_ROWS)
    const { values, width } = rowMajor(table, from, to)
    const sums = new Float64Array(to - from)
    for (let t = 0; t < trees; t++) {
      for (let i = 0; i < to - from; i++) sums[i] += rowDensity(walk, t, values, i * width)
    }
    for (let i = from; i < to; i++) scores[i] = scoreOf(sums[i - from], trees)
    report(progress, to, table.rows)
  }
  return scores
}
