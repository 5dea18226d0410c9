import { alignTable, checkValues, type Table } from '../data/table.js'
import { expect } from '../errors.js'
import type { Fit, Progress } from './detector.js'
import { fitGiven, type GivenModel, scoreGiven } from './given.js'
import {
  fitIsolationForest,
  type IsolationForestModel,
  type IsolationForestOptions,
  scoreIsolationForest,
} from './isolation-forest.js'
import { fitLoda, type LodaModel, type LodaOptions, scoreLoda } from './loda.js'
import { fitPerClass, type PerClassModel, scorePerClass } from './per-class.js'
import { fitSoftmax, type SoftmaxModel, type SoftmaxOptions, scoreSoftmax } from './softmax.js'

/** A detector that learns from nominal rows. */
export type FittedModel = IsolationForestModel | LodaModel

/** Any model: plain data, nothing else. */
export type Model = FittedModel | SoftmaxModel | GivenModel | PerClassModel<FittedModel>

/** The nominal category of each row, for one detector per category. */
export interface PerClass {
  readonly classes?: readonly string[]
}

/** Options of the detectors that learn. */
export type FittedOptions =
  | ({ readonly detector?: 'iforest' } & IsolationForestOptions & PerClass)
  | ({ readonly detector: 'loda' } & LodaOptions & PerClass)

export type FitOptions =
  | FittedOptions
  | ({ readonly detector: 'softmax' } & SoftmaxOptions & Progress)
  | ({ readonly detector: 'given' } & Progress)

/**
 * Trains a detector on nominal rows. The scores of the training rows are out-of-bag: only parts of the model that
 * did not use a row judge it.
 */
export function fit(table: Table, options: FitOptions = {}): Fit<Model> {
  checkOptions(options)
  if (options.detector === 'softmax') return fitSoftmax(table, options)
  if (options.detector === 'given') return fitGiven(table)
  const { classes, seed = 1 } = options
  if (classes === undefined) return fitOne(table, options)
  const parts = {
    fit: (rows: Table, classSeed: number, progress: Progress): Fit<FittedModel> =>
      fitOne(rows, { ...options, ...progress, seed: classSeed }),
    score: scoreFitted,
  }
  return fitPerClass(table, classes, seed, parts, options)
}

/** Refuses a detector that does not exist and a seed that is none. */
export function checkOptions(options: FitOptions): void {
  const { detector = 'iforest' } = options
  expect(
    ['iforest', 'loda', 'softmax', 'given'].includes(detector),
    'bad-option',
    `detector must be one of iforest, loda, softmax, given; got ${detector}`,
  )
  if (options.detector === 'softmax' || options.detector === 'given') return
  const { seed = 1 } = options
  expect(
    Number.isSafeInteger(seed) && seed >= 0,
    'bad-option',
    `seed must be a whole number of at least 0, got ${seed}`,
  )
}

/** How alien each row is: higher is more alien. A pure function of the model and the row. */
export function score(model: Model, table: Table, progress: Progress = {}): Float64Array {
  const rows = alignTable(table, model.features)
  checkValues(rows)
  switch (model.detector) {
    case 'softmax':
      return scoreSoftmax(model, rows)
    case 'given':
      return scoreGiven(model, rows)
    case 'per-class':
      return scorePerClass(model, rows, scoreFitted, progress)
    default:
      return scoreFitted(model, rows, progress)
  }
}

function fitOne(table: Table, options: FittedOptions): Fit<FittedModel> {
  return options.detector === 'loda' ? fitLoda(table, options) : fitIsolationForest(table, options)
}

function scoreFitted(model: FittedModel, table: Table, progress: Progress): Float64Array {
  return model.detector === 'loda' ? scoreLoda(model, table, progress) : scoreIsolationForest(model, table, progress)
}
