import { withoutOwnCategories } from '../../data/own-categories.js'
import { checkTable, type Feature, featuresOf, selectRows, type Table } from '../../data/table.js'
import { checkVaries } from '../../data/varies.js'
import { expect } from '../../errors.js'
import { sampleToFront, substream } from '../../numeric/random.js'
import { type Coordinates, codedFeatures, learnCoordinates, type Points, place } from '../coordinates/coordinates.js'
import {
  CATEGORIES,
  learnSurprises,
  liftAlone,
  liftSurprises,
  liftsFor,
  type Surprises,
} from '../coordinates/never-seen.js'
import { type Scaling, scalings } from '../coordinates/scale.js'
import { BLOCK_ROWS, type Fit, type Progress, report } from '../detector.js'
import { type Axes, alongAxes, findAxes, MOST_COORDINATES } from './axes.js'
import { fitMixture } from './expectation-maximisation.js'
import { logDensity, type Mixture, type MixtureRows, plainRows, scratchFor } from './mixture.js'

export interface GmmOptions {
  readonly seed?: number
  /** Gaussians of the mixture, or `bic` to choose by the Bayesian information criterion; default 10, fewer below 500 rows. */
  readonly components?: number | 'bic'
  /** How features are made comparable; default standardised. */
  readonly scaling?: Scaling
}

/** How rows become points, and their density: plain data. */
export interface Density {
  readonly coordinates: Coordinates
  /** Null if there are few enough coordinates. */
  readonly axes: Axes | null
  readonly mixture: Mixture
}

export interface GmmModel extends Density {
  readonly detector: 'gmm'
  readonly features: readonly Feature[]
  readonly seed: number
  /** By sort of surprise: how much it lifts a score. */
  readonly lifts: Float64Array
}

/** The options of a mixture, complete and checked, and the parts that the rows play. */
export interface GmmPlan {
  readonly seed: number
  /** Numbers of components to choose from. */
  readonly candidates: readonly number[]
  readonly scaling: Scaling
  /** Rows that the mixture is fitted to, ascending, and the others. */
  readonly kept: Int32Array
  readonly others: Int32Array
  /** Places in `kept`: every fold is judged by a mixture of the others. */
  readonly folds: readonly Int32Array[]
}

export const MOST_COMPONENTS = 100
const DEFAULT_COMPONENTS = 10
/** Of fewer rows than this a component is not worth its parameters, so there are fewer components. */
const ROWS_FOR_A_COMPONENT = 50
/** Every component needs this many rows. */
export const LEAST_ROWS = 5
const CANDIDATES = [1, 2, 3, 5, 8, 12, 20]
const FOLDS = 5
/** Rows that a mixture is fitted to, at most: more change it little. */
export const MOST_ROWS = 10_000

/** Checks the table and the options. */
export function planGmm(table: Table, options: GmmOptions): GmmPlan {
  const { seed = 1, components, scaling = 'standardised' } = options
  checkTable(table, 'the nominal data')
  expect(
    components === undefined ||
      components === 'bic' ||
      (Number.isSafeInteger(components) && components >= 1 && components <= MOST_COMPONENTS),
    'bad-option',
    `components must be bic or a whole number from 1 to ${MOST_COMPONENTS}, got ${components}`,
  )
  expect(scalings.includes(scaling), 'bad-option', `scaling must be one of ${scalings.join(', ')}; got ${scaling}`)
  const needed = LEAST_ROWS * (typeof components === 'number' ? components : 1)
  const mixture = typeof components === 'number' ? `a mixture of ${components} Gaussians` : 'a Gaussian mixture'
  expect(table.rows >= needed, 'too-few-rows', `${mixture} needs at least ${needed} nominal rows, got ${table.rows}`)
  checkVaries(table)
  const rows = Math.min(table.rows, MOST_ROWS)
  const order = new Int32Array(table.rows)
  sampleToFront(order, rows, substream(seed, 'fitted'))
  const kept = order.slice(0, rows).sort()
  const others = order.slice(rows).sort()
  return { seed, candidates: candidatesFor(rows, components), scaling, kept, others, folds: foldsOf(rows, seed) }
}

function candidatesFor(rows: number, components: GmmOptions['components']): number[] {
  if (components === 'bic') return CANDIDATES.filter((k) => k === 1 || k * ROWS_FOR_A_COMPONENT <= rows)
  return [components ?? componentsFor(rows)]
}

/** Components of a mixture of so many rows. */
export function componentsFor(rows: number): number {
  return Math.max(1, Math.min(DEFAULT_COMPONENTS, Math.floor(rows / ROWS_FOR_A_COMPONENT)))
}

function foldsOf(rows: number, seed: number): Int32Array[] {
  const order = new Int32Array(rows)
  sampleToFront(order, rows, substream(seed, 'folds'))
  const start = (fold: number): number => Math.floor((fold * rows) / FOLDS)
  return Array.from({ length: FOLDS }, (_, fold) => order.slice(start(fold), start(fold + 1)).sort())
}

/** The rows of a table that are not in a fold. */
export function outsideFold(rows: number, fold: Int32Array): Int32Array {
  const inside = new Uint8Array(rows)
  for (const row of fold) inside[row] = 1
  return Int32Array.from(inside.keys()).filter((row) => inside[row] === 0)
}

/** A mixture of the rows of a table, and its information criterion; `all`: how many rows the table stands for, if more than it has. */
export function fitDensity(
  table: Table,
  components: number,
  { seed, scaling }: GmmPlan,
  rowsOf: (points: Points) => MixtureRows = plainRows,
  all: number = table.rows,
): Density & { readonly bic: number } {
  const coordinates = learnCoordinates(table, scaling, false)
  const placed = place(coordinates, table)
  const axes = placed.width > MOST_COORDINATES ? findAxes(placed, seed, rowsOf) : null
  const points = axes === null ? placed : alongAxes(axes, placed)
  return {
    coordinates,
    axes,
    ...fitMixture(points, codeCountsOf(coordinates), components, seed, rowsOf, table.rows / all),
  }
}

/** Codes of each feature in which training rows differ by code. */
export function codeCountsOf(coordinates: Coordinates): Int32Array {
  return Int32Array.from(codedFeatures(coordinates), (j) => coordinates.costs[j].length)
}

/** Minus the log density of every row of an aligned table. */
export function surprisals(
  { coordinates, axes, mixture }: Density,
  table: Table,
  progress: Progress = {},
): Float64Array {
  const scores = new Float64Array(table.rows)
  const scratch = scratchFor(mixture)
  for (let from = 0; from < table.rows; from += BLOCK_ROWS) {
    const to = Math.min(table.rows, from + BLOCK_ROWS)
    const placed = place(coordinates, table, from, to)
    const points = axes === null ? placed : alongAxes(axes, placed)
    for (let i = from; i < to; i++) {
      scores[i] = points.base[i - from] - logDensity(mixture, points, i - from, scratch)
    }
    report(progress, to, table.rows)
  }
  return scores
}

/**
 * A mixture of Gaussians: the score of a row is minus its log density. A mixture knows the rows that it was fitted to
 * and calls them too likely, so they are scored fold by fold, by mixtures of the other folds: those know a little less
 * than the model, so nominal scores are on average a little too large, which makes a threshold a little too careful.
 */
export function fitGmm(table: Table, options: GmmOptions & Progress = {}): Fit<GmmModel> {
  const plan = planGmm(table, options)
  const { candidates, kept, others, folds } = plan
  const total = candidates.length + folds.length
  const own = selectRows(table, kept)
  const tried = candidates.map((components, done) => {
    const density = fitDensity(own, components, plan)
    report(options, done + 1, total)
    return density
  })
  const whole = bestOf(tried)
  const scores = new Float64Array(table.rows)
  folds.forEach((fold, done) => {
    const outside = selectRows(own, outsideFold(own.rows, fold))
    const density = fitDensity(outside, whole.mixture.components, plan, plainRows, own.rows)
    setAt(
      scores,
      Int32Array.from(fold, (i) => kept[i]),
      surprisals(density, selectRows(own, fold)),
    )
    report(options, candidates.length + done + 1, total)
  })
  setAt(scores, others, surprisals(whole, selectRows(table, others)))
  return finishGmm(table, plan, whole, scores)
}

/** The mixture with the lowest information criterion, the first of equals. */
export function bestOf<D extends { readonly bic: number }>(tried: readonly D[]): D {
  return tried.reduce((best, one) => (one.bic < best.bic ? one : best))
}

export function setAt(scores: Float64Array, rows: Int32Array, to: Float64Array): void {
  for (let i = 0; i < rows.length; i++) scores[rows[i]] = to[i]
}

/** The model with its lifts, and the scores of the training rows, from their log densities. */
export function finishGmm(
  table: Table,
  { seed }: GmmPlan,
  { coordinates, axes, mixture }: Density,
  surprisal: Float64Array,
): Fit<GmmModel> {
  const surprises = learnSurprises(coordinates, table)
  const scores = surprisal.slice()
  tieAlone(scores, { coordinates, axes, mixture }, table, surprises)
  const lifts = liftsFor(surprises, scores)
  liftAlone(scores, surprises, lifts)
  const model: GmmModel = { detector: 'gmm', features: featuresOf(table), seed, coordinates, axes, mixture, lifts }
  return { model, scores, inBagRows: 0, nominalScores: 'folds' }
}

/** Scores are ties so near: components without rows move the mixtures of folds by less. */
const TIE = 1e-5

/**
 * Where nothing but a name tells rows apart, all new names have one score. That of a training row whose name nobody else has is by its fold a little lower, at most by TIE: made the same, so that
 * no threshold lies between them.
 */
function tieAlone(scores: Float64Array, density: Density, table: Table, { alone }: Surprises): void {
  const rows = [...new Set(alone.filter(({ sort }) => sort >= CATEGORIES).map(({ row }) => row))]
  if (rows.length === 0) return
  const asNew = surprisals(density, selectRows(withoutOwnCategories(table), rows))
  rows.forEach((row, k) => {
    if (Math.abs(asNew[k] - scores[row]) <= TIE) scores[row] = asNew[k]
  })
}

/** Minus the log density, for every row of an aligned table: higher is more alien. */
export function scoreGmm(model: GmmModel, table: Table, progress: Progress = {}): Float64Array {
  const scores = surprisals(model, table, progress)
  liftSurprises(scores, model.coordinates, table, model.lifts)
  return scores
}
