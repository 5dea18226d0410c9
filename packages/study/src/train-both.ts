import { type FitOptions, holdOut, type Model, selectRows, XenolithError } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { deriveSeed } from '@xenolith/core/internals'
import { type Listener, named, stopIfAborted, type Work } from './listener.js'
import type { FixedRequest, StudyData } from './request.js'
import type { Scored } from './scored.js'
import { optionsOf, progressOf } from './train-options.js'

/** Trains a detector that learns from the mixture too: every row is scored by parts that did not learn from it, or is held out. */
export async function trainOnBoth(data: StudyData, request: FixedRequest, work: Work): Promise<Scored> {
  const { holdout } = request.training ?? {}
  if (data.classes) {
    const { listener } = work
    const detector = `${named(listener, 'detector')} ${request.training!.detector}`
    throw new XenolithError(
      'bad-option',
      `${named(listener, 'perClass')} does not go with ${detector}: the mixture it learns from has no classes`,
    )
  }
  return holdout === undefined ? trainByFolds(data, request, work) : trainOnParts(data, holdout, request, work)
}

async function trainByFolds(data: StudyData, request: FixedRequest, work: Work): Promise<Scored> {
  const { nominal, mixture } = data
  const options = { ...optionsOf(request), mixture, ...progressOf(request, work) }
  const { model, scores, mixtureScores, scored, nominalScores } = await work.engine.fit(nominal, options as FitOptions)
  sayIfNothingLearned(model, work.listener)
  const rows = { nominal: scored ? selectRows(nominal, scored) : nominal, mixture }
  return { model, nominal: scores, nominalScores, mixture: mixtureScores!, rows }
}

/** Trained on a part of both samples; the rest of both is scored. */
async function trainOnParts(data: StudyData, holdout: number, request: FixedRequest, work: Work): Promise<Scored> {
  const { engine, signal } = work
  const { seed = 1 } = request
  const nominal = holdOut(data.nominal.rows, holdout, seed)
  const mixture = holdOut(data.mixture.rows, holdout, deriveSeed(seed, 'holdout of the mixture', 0))
  const options = { ...optionsOf(request), mixture: selectRows(data.mixture, mixture.kept), folds: 1 }
  const { model } = await engine.fit(selectRows(data.nominal, nominal.kept), {
    ...options,
    ...progressOf(request, work),
  } as FitOptions)
  stopIfAborted(work)
  const rows = {
    nominal: selectRows(data.nominal, nominal.heldOut),
    mixture: selectRows(data.mixture, mixture.heldOut),
  }
  return {
    model,
    nominal: await engine.score(model, rows.nominal, { signal }),
    nominalScores: 'held-out',
    mixture: await engine.score(model, rows.mixture, { signal }),
    rows,
    mixtureRows: mixture.heldOut,
  }
}

/** It only says so: were another detector taken instead, the rows that certify would have chosen it. */
function sayIfNothingLearned(model: Model, listener: Listener): void {
  if (model.detector !== 'contrast' || model.learned === null || internals.hasLearned(model.learned)) return
  const { auc, deviation } = model.learned
  listener.note(
    `the contrast forest has learned nothing that chance would not explain (a mixture row outranks a nominal one with a chance of ${auc.toFixed(3)}; ${(0.5 + 3 * deviation).toFixed(3)} would be needed): the mixture holds too few aliens, or they look like nominal rows. A detector that learns from nominal rows alone will do better.`,
  )
}
