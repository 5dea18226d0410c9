import { checkTable, type Feature, featuresOf, selectRows, type Table } from '../../data/table.js'
import { expect, XenolithError } from '../../errors.js'
import { deriveSeed } from '../../numeric/random.js'
import type { Fit, Progress, TrainingScores } from '../detector.js'

/** One model for each nominal category. */
export interface PerClassModel<Model> {
  readonly detector: 'per-class'
  readonly features: readonly Feature[]
  readonly classes: readonly string[]
  readonly models: readonly Model[]
}

/** How one class is fitted and scored; the seed differs from class to class. */
export interface PerClassParts<Model> {
  fit(table: Table, seed: number, progress: Progress): Fit<Model>
  score(model: Model, table: Table, progress: Progress): Float64Array
}

/**
 * A detector per nominal class; a row is as alien as its most familiar class says (the minimum). Training rows are
 * scored out-of-bag in their own class and in full in the others.
 */
export function fitPerClass<Model>(
  table: Table,
  labels: readonly string[],
  seed: number,
  parts: PerClassParts<Model>,
  progress: Progress = {},
): Fit<PerClassModel<Model>> {
  const classes = classesOf(table, labels)
  const scores = new Float64Array(table.rows).fill(Number.POSITIVE_INFINITY)
  const models: Model[] = []
  let inBagRows = 0
  let nominalScores: TrainingScores = 'out-of-bag'
  classes.forEach((name, k) => {
    const own: number[] = []
    const others: number[] = []
    labels.forEach((label, i) => {
      ;(label === name ? own : others).push(i)
    })
    const share = stage(progress, k, classes.length)
    const fitted = inClass(name, () => parts.fit(selectRows(table, own), deriveSeed(seed, 'class', k), share))
    lower(scores, own, fitted.scores)
    if (others.length > 0)
      lower(scores, others, parts.score(fitted.model, selectRows(table, others), signalOnly(progress)))
    inBagRows += fitted.inBagRows
    nominalScores = fitted.nominalScores
    models.push(fitted.model)
  })
  const model: PerClassModel<Model> = { detector: 'per-class', features: featuresOf(table), classes, models }
  return { model, scores, inBagRows, nominalScores }
}

/** The classes, in the order of their models. */
export function classesOf(table: Table, labels: readonly string[]): string[] {
  checkTable(table, 'the nominal data')
  expect(
    labels.length === table.rows,
    'bad-argument',
    `there are ${labels.length} labels for ${table.rows} nominal rows`,
  )
  return [...new Set(labels)].sort()
}

export function scorePerClass<Model>(
  model: PerClassModel<Model>,
  table: Table,
  score: PerClassParts<Model>['score'],
  progress: Progress = {},
): Float64Array {
  const scores = new Float64Array(table.rows).fill(Number.POSITIVE_INFINITY)
  const all = Int32Array.from(scores.keys())
  model.models.forEach((one, k) => {
    lower(scores, all, score(one, table, stage(progress, k, model.models.length)))
  })
  return scores
}

/** Lowers the scores of some rows to those given, where these are lower. */
export function lower(scores: Float64Array, rows: ArrayLike<number>, to: Float64Array): void {
  for (let k = 0; k < rows.length; k++) if (to[k] < scores[rows[k]]) scores[rows[k]] = to[k]
}

/** The progress of class k of several, as part of the whole. */
export function stage(progress: Progress, k: number, classes: number): Progress {
  const { onProgress, signal } = progress
  return { signal, onProgress: onProgress && ((done, total) => onProgress(k * total + done, classes * total)) }
}

function signalOnly({ signal }: Progress): Progress {
  return { signal }
}

/** Says in which class an error happened. */
function inClass<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof XenolithError) || error.code === 'aborted') throw error
    throw new XenolithError(error.code, `class "${name}": ${error.message}`)
  }
}
