import { alignTable, checkValues, type Table } from '../data/table.js'
import { alikeRowsOf, settleAlike } from './alike-rows.js'
import type { AnyModel, Fit, Progress } from './detector.js'
import type { FittedModel, Model } from './models.js'
import { areOfLearner, checkOptions, DEFAULT_DETECTOR, type FitOptions } from './options.js'
import { fitPerClass, scorePerClass } from './per-class/per-class.js'
import { liftRareValues, liftTrainingRows } from './rare-values.js'
import { detectorOf } from './table.js'

/**
 * Trains a detector on nominal rows. The scores of the training rows are out-of-bag: only parts of the model that
 * did not use a row judge it. Rows of which there are ten or more alike have one score.
 *
 * @example
 * ```ts
 * const { model, scores, nominalScores } = fit(numericTable([[0], [1], [2], [3], [9]]), { trees: 50 })
 * model.detector // => 'iforest'
 * scores.length // => 5
 * nominalScores // => 'out-of-bag'
 * ```
 */
export function fit(table: Table, options: FitOptions = {}): Fit<Model> {
  checkOptions(options)
  const fitted = fitWhole(table, options)
  const alike = alikeRowsOf(fitted, table)
  if (alike === undefined) return fitted
  const { signal } = options as Progress
  return { ...fitted, scores: settleAlike(fitted.scores, alike, score(fitted.model, alike.examples, { signal })) }
}

function fitWhole(table: Table, options: FitOptions): Fit<Model> {
  if (!areOfLearner(options) || options.classes === undefined) return fitOne(table, options)
  const { classes, seed = 1 } = options
  const parts = {
    fit: (rows: Table, classSeed: number, progress: Progress): Fit<FittedModel> =>
      fitOne(rows, { ...options, ...progress, seed: classSeed } as FitOptions) as Fit<FittedModel>,
    score: scoreOne,
  }
  return fitPerClass<FittedModel>(table, classes, seed, parts, options)
}

/**
 * How alien each row is: higher is more alien. A pure function of the model and the row.
 *
 * @example
 * ```ts
 * const { model } = fit(numericTable([[0], [1], [2], [3], [4]]), { trees: 50 })
 * const [near, far] = score(model, numericTable([[2], [100]]))
 * far > near // => true
 * ```
 */
export function score(model: Model, table: Table, progress: Progress = {}): Float64Array {
  const rows = alignTable(table, model.features)
  checkValues(rows)
  return model.detector === 'per-class'
    ? scorePerClass(model, rows, scoreOne, progress)
    : scoreOne(model, rows, progress)
}

type One = Exclude<Model, { detector: 'per-class' }>

function fitOne(table: Table, options: FitOptions): Fit<One> {
  const fitted = detectorOf(options.detector ?? DEFAULT_DETECTOR).fit(table, options) as Fit<One>
  return withRareValues(fitted, table, options)
}

/** A fit in which rare values of nearly constant columns lift scores, if the detector leaves that to us and nobody said no. */
export function withRareValues(fitted: Fit<One>, table: Table, options: FitOptions): Fit<One> {
  if (!usesRareValues(options)) return fitted
  const lifted = liftTrainingRows(table, fitted.scores)
  if (lifted === undefined) return fitted
  const { rare, scores } = lifted
  return { ...fitted, model: (rare === undefined ? fitted.model : { ...fitted.model, rare }) as One, scores }
}

export function usesRareValues(options: FitOptions): boolean {
  return detectorOf(options.detector ?? DEFAULT_DETECTOR).liftsRareValues?.(options) ?? false
}

function scoreOne(model: One, table: Table, progress: Progress): Float64Array {
  const rows = alignTable(table, model.features)
  return withLifts(model, rows, detectorOf(model.detector).score(model, rows, progress))
}

/** The scores that a detector gave to rows of an aligned table, with the lifts of their rare values. */
export function withLifts(model: One, table: Table, scores: Float64Array): Float64Array {
  const { rare } = model as AnyModel
  return rare === undefined ? scores : liftRareValues(scores, rare, table)
}
