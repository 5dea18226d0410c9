import { type Fit, type Progress, selectRows, type Table, XenolithError } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { deriveSeed, type TrainingScores } from '@xenolith/core/internals'

type Fitted = internals.FittedModel
type PerClassModel = internals.PerClassModel<Fitted>

/** How one class is fitted and scored. */
export interface PerClassParts {
  fit(table: Table, seed: number, progress: Progress): Promise<Fit<Fitted>>
  score(model: Fitted, table: Table, progress: Progress): Promise<Float64Array>
}

/** Core's fitPerClass, with parts that take their time. */
export async function fitPerClass(
  table: Table,
  labels: readonly string[],
  seed: number,
  parts: PerClassParts,
  progress: Progress,
): Promise<Fit<PerClassModel>> {
  const classes = internals.classesOf(table, labels)
  const scores = new Float64Array(table.rows).fill(Number.POSITIVE_INFINITY)
  const models: Fitted[] = []
  let inBagRows = 0
  let nominalScores: TrainingScores = 'out-of-bag'
  for (const [k, name] of classes.entries()) {
    const own: number[] = []
    const others: number[] = []
    labels.forEach((label, i) => {
      ;(label === name ? own : others).push(i)
    })
    const share = internals.stage(progress, k, classes.length)
    const fitted = await inClass(name, parts.fit(selectRows(table, own), deriveSeed(seed, 'class', k), share))
    internals.lower(scores, own, fitted.scores)
    if (others.length > 0) {
      const full = await parts.score(fitted.model, selectRows(table, others), { signal: progress.signal })
      internals.lower(scores, others, full)
    }
    inBagRows += fitted.inBagRows
    nominalScores = fitted.nominalScores
    models.push(fitted.model)
  }
  return {
    model: { detector: 'per-class', features: internals.featuresOf(table), classes, models },
    scores,
    inBagRows,
    nominalScores,
  }
}

export async function scorePerClass(
  model: PerClassModel,
  table: Table,
  score: PerClassParts['score'],
  progress: Progress,
): Promise<Float64Array> {
  const scores = new Float64Array(table.rows).fill(Number.POSITIVE_INFINITY)
  const all = Int32Array.from(scores.keys())
  for (const [k, one] of model.models.entries()) {
    internals.lower(scores, all, await score(one, table, internals.stage(progress, k, model.models.length)))
  }
  return scores
}

/** Says in which class an error happened. */
async function inClass<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof XenolithError) || error.code === 'aborted') throw error
    throw new XenolithError(error.code, `class "${name}": ${error.message}`)
  }
}
