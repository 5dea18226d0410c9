import { alignTable, checkValues, type Table } from '../data/table.js'
import type { Fit, Progress } from './detector.js'
import type { FittedModel, Model } from './models.js'
import { areOfLearner, checkOptions, DEFAULT_DETECTOR, type FitOptions } from './options.js'
import { fitPerClass, scorePerClass } from './per-class/per-class.js'
import { detectorOf } from './table.js'

/**
 * Trains a detector on nominal rows. The scores of the training rows are out-of-bag: only parts of the model that
 * did not use a row judge it.
 *
 * @example
 * ```ts
 * const { model, scores, nominalScores } = fit(numericTable([[0], [1], [2], [3], [9]]), { trees: 50 })
 * model.detector // 'iforest'
 * scores.length // 5
 * nominalScores // 'out-of-bag'
 * ```
 */
export function fit(table: Table, options: FitOptions = {}): Fit<Model> {
  checkOptions(options)
  const { fit: fitOne } = detectorOf(options.detector ?? DEFAULT_DETECTOR)
  if (!areOfLearner(options) || options.classes === undefined) return fitOne(table, options) as Fit<Model>
  const { classes, seed = 1 } = options
  const parts = {
    fit: (rows: Table, classSeed: number, progress: Progress): Fit<FittedModel> =>
      fitOne(rows, { ...options, ...progress, seed: classSeed } as object) as Fit<FittedModel>,
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
 * far > near // true
 * ```
 */
export function score(model: Model, table: Table, progress: Progress = {}): Float64Array {
  const rows = alignTable(table, model.features)
  checkValues(rows)
  return model.detector === 'per-class'
    ? scorePerClass(model, rows, scoreOne, progress)
    : scoreOne(model, rows, progress)
}

function scoreOne(model: Exclude<Model, { detector: 'per-class' }>, table: Table, progress: Progress): Float64Array {
  return detectorOf(model.detector).score(model, alignTable(table, model.features), progress)
}
