import { checkTable, type Feature, featuresOf, selectRows, type Table } from '../../data/table.js'
import { checkVaries } from '../../data/varies.js'
import { expect } from '../../errors.js'
import { sampleToFront, substream } from '../../numeric/random.js'
import {
  type Coordinates,
  costsLeftOut,
  learnCoordinates,
  type Points,
  place,
  withCosts,
} from '../coordinates/coordinates.js'
import { learnSurprises, liftAlone, liftSurprises, liftsFor } from '../coordinates/never-seen.js'
import { type Scaling, scalings } from '../coordinates/scale.js'
import { BLOCK_ROWS, type Fit, type Progress, report } from '../detector.js'
import { meanDistance, NOBODY } from './neighbours.js'

export interface KnnOptions {
  readonly seed?: number
  /** How many nearest nominal rows count; default 5. */
  readonly neighbours?: number
  /** How features are made comparable; default standardised. */
  readonly scaling?: Scaling
  /** Nominal rows that are kept to measure distances to, at most; default 10000. */
  readonly referenceRows?: number
}

export interface KnnModel {
  readonly detector: 'knn'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly neighbours: number
  readonly coordinates: Coordinates
  /** By sort of surprise: how much it lifts a score. */
  readonly lifts: Float64Array
  readonly references: Points
}

/** The options of kNN, complete and checked. */
export interface KnnPlan {
  readonly seed: number
  readonly neighbours: number
  readonly scaling: Scaling
  readonly referenceRows: number
}

/** Neighbours stand in a list that is kept in order: more than this would be slow, and no detector any more. */
export const MOST_NEIGHBOURS = 1000

/** Checks the table and the options. */
export function planKnn(table: Table, options: KnnOptions): KnnPlan {
  const { seed = 1, neighbours = 5, scaling = 'standardised', referenceRows = 10_000 } = options
  checkTable(table, 'the nominal data')
  expect(
    Number.isSafeInteger(neighbours) && neighbours >= 1 && neighbours <= MOST_NEIGHBOURS,
    'bad-option',
    `neighbours must be a whole number from 1 to ${MOST_NEIGHBOURS}, got ${neighbours}`,
  )
  expect(scalings.includes(scaling), 'bad-option', `scaling must be one of ${scalings.join(', ')}; got ${scaling}`)
  expect(
    Number.isSafeInteger(referenceRows) && referenceRows > neighbours,
    'bad-option',
    `reference rows must be a whole number above neighbours (${neighbours}), got ${referenceRows}`,
  )
  expect(
    table.rows > neighbours,
    'too-few-rows',
    `kNN with ${neighbours} neighbours needs at least ${neighbours + 1} nominal rows, got ${table.rows}`,
  )
  checkVaries(table)
  return { seed, neighbours, scaling, referenceRows: Math.min(referenceRows, table.rows) }
}

/** What is known before any distance is measured. */
export interface KnnFrame {
  readonly model: KnnModel
  /** Training rows that are references, ascending, and the others. */
  readonly kept: Int32Array
  readonly others: Int32Array
}

/** A model that does not know its lifts yet. */
export function prepareKnn(table: Table, plan: KnnPlan): KnnFrame {
  const { seed, neighbours, scaling, referenceRows } = plan
  const order = new Int32Array(table.rows)
  sampleToFront(order, referenceRows, substream(seed, 'references'))
  const kept = order.slice(0, referenceRows).sort()
  const others = order.slice(referenceRows).sort()
  const coordinates = learnCoordinates(table, scaling)
  const references = place(coordinates, selectRows(table, kept))
  const lifts = new Float64Array(0)
  const features = featuresOf(table)
  return { model: { detector: 'knn', features, seed, neighbours, coordinates, lifts, references }, kept, others }
}

/**
 * k nearest neighbours: the score of a row is its mean distance to the k nearest nominal rows. A reference row is
 * scored without itself, so its neighbours are one fewer to choose from than a new row's: its score is a little too
 * large, which makes a threshold a little too careful. Training rows that are no references are scored as new rows are. How rare
 * the categories of a training row are is counted without it.
 */
export function fitKnn(table: Table, options: KnnOptions & Progress = {}): Fit<KnnModel> {
  const frame = prepareKnn(table, planKnn(table, options))
  const { model, kept, others } = frame
  const distances = new Float64Array(table.rows)
  const { references, neighbours, coordinates } = model
  const nearest = new Float64Array(neighbours)
  const costs = costsLeftOut(coordinates, table)
  const asLeftOut = withCosts(references, costs)
  for (let r = 0; r < kept.length; r++) {
    distances[kept[r]] = meanDistance(asLeftOut, r, references, neighbours, r, nearest)
    if ((r + 1) % BLOCK_ROWS === 0) report(options, r + 1, table.rows)
  }
  for (let from = 0; from < others.length; from += BLOCK_ROWS) {
    const rows = others.subarray(from, from + BLOCK_ROWS)
    const points = withCosts(place(coordinates, selectRows(table, rows)), costs)
    rows.forEach((row, i) => {
      distances[row] = meanDistance(points, i, references, neighbours, NOBODY, nearest)
    })
  }
  report(options, table.rows, table.rows)
  return finishKnn(frame, table, distances)
}

/** The model with its lifts, and the scores of the training rows, from their mean distances. */
export function finishKnn({ model }: KnnFrame, table: Table, distances: Float64Array): Fit<KnnModel> {
  const surprises = learnSurprises(model.coordinates, table)
  const lifts = liftsFor(surprises, distances)
  const scores = distances.slice()
  liftAlone(scores, surprises, lifts)
  return { model: { ...model, lifts }, scores, inBagRows: 0, nominalScores: 'leave-one-out' }
}

/** The mean distance to the nearest nominal rows, for every row of an aligned table: higher is more alien. */
export function scoreKnn(model: KnnModel, table: Table, progress: Progress = {}): Float64Array {
  const { references, neighbours, coordinates } = model
  const scores = new Float64Array(table.rows)
  const nearest = new Float64Array(neighbours)
  for (let from = 0; from < table.rows; from += BLOCK_ROWS) {
    const to = Math.min(table.rows, from + BLOCK_ROWS)
    const points = place(coordinates, table, from, to)
    for (let i = from; i < to; i++) {
      scores[i] = meanDistance(points, i - from, references, neighbours, NOBODY, nearest)
    }
    report(progress, to, table.rows)
  }
  liftSurprises(scores, coordinates, table, model.lifts)
  return scores
}
