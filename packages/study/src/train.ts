import { DEFAULT_DETECTOR, type FitOptions, holdOut, selectRows, type Table, XenolithError } from '@xenolith/core'
import { detectorOf, learnsFromMixture } from '@xenolith/core/internals'
import { trainAuto } from './auto/train-auto.js'
import { withDetectorNamed } from './default-training.js'
import { named, stopIfAborted, type Work } from './listener.js'
import type { FixedRequest, StudyData, StudyRequest } from './request.js'
import type { Scored } from './scored.js'
import { trainOnBoth } from './train-both.js'
import { optionsOf, progressOf } from './train-options.js'

/**
 * Trains the detector and scores both samples. `before`: what came of the same data, with the same seed, pilot and holdout,
 * at other terms; where detectors are compared, what still holds of it is not made again.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 100 }, (_, i) => [i % 10]))
 * const mixture = numericTable(Array.from({ length: 50 }, (_, i) => [i % 2 === 0 ? 50 : i % 10]))
 * const engine = createEngine({ workers: 1 })
 * const request = { terms: { alpha: 0.5, q: 0.1 }, training: { trees: 50 } }
 * const scored = await trainAndScore({ nominal, mixture }, request, { engine, listener: silent })
 * scored.nominalScores // => 'out-of-bag'
 * scored.mixture.length // => 50
 * await engine.close()
 * ```
 */
export async function trainAndScore(
  data: StudyData,
  request: StudyRequest,
  work: Work,
  before?: Scored,
): Promise<Scored> {
  const { training } = withDetectorNamed(request)
  if (training?.detector === 'auto') return trainAuto(data, { ...request, training }, work, trainFixed, before)
  return trainFixed(data, { ...request, training }, work)
}

async function trainFixed(data: StudyData, request: FixedRequest, work: Work): Promise<Scored> {
  if (learnsFromMixture(request.training?.detector ?? DEFAULT_DETECTOR)) return trainOnBoth(data, request, work)
  const { rows, ...trained } = await train(data, request, work)
  stopIfAborted(work)
  const onProgress = work.listener.progress('scoring the mixture')
  const mixture = await work.engine.score(trained.model, data.mixture, { onProgress, signal: work.signal })
  return { ...trained, mixture, rows: { nominal: rows, mixture: data.mixture } }
}

type Trained = Pick<Scored, 'model' | 'nominal' | 'nominalScores' | 'pilot'> & { readonly rows: Table }

/** Every way to score nominal rows honestly: as they are, out of the bag (or the fold), or held out. */
async function train(data: StudyData, request: FixedRequest, work: Work): Promise<Trained> {
  const { detector = DEFAULT_DETECTOR, holdout } = request.training ?? {}
  if (!detectorOf(detector).learns) return trainNothing(data, request, work)
  return holdout === undefined ? trainOnAll(data, request, work) : trainOnPart(data, holdout, request, work)
}

/** A detector that reads what another program made of the rows. */
async function trainNothing(data: StudyData, request: FixedRequest, { engine, listener }: Work): Promise<Trained> {
  const { detector = DEFAULT_DETECTOR, holdout } = request.training ?? {}
  if (data.classes || holdout !== undefined) {
    const option = named(listener, data.classes ? 'perClass' : 'holdout')
    const why = `${named(listener, 'detector')} ${detector}, which trains nothing`
    throw new XenolithError('bad-option', `${option} does not go with ${why}`)
  }
  const { model, scores, nominalScores } = await engine.fit(data.nominal, optionsOf(request))
  return { model, nominal: scores, nominalScores, rows: data.nominal }
}

/** Trained on all nominal rows; each is scored by parts of the model that did not use it. */
async function trainOnAll(data: StudyData, request: FixedRequest, work: Work): Promise<Trained> {
  const { engine, listener } = work
  const options = { ...optionsOf(request), classes: data.classes, ...progressOf(request, work) }
  const { model, scores, inBagRows, nominalScores } = await engine.fit(data.nominal, options as FitOptions)
  if (inBagRows === scores.length) {
    throw new XenolithError(
      'no-out-of-bag',
      `every row is in every subsample, so none is out-of-bag: lower ${named(listener, 'subsample')} or use ${named(listener, 'holdout')}`,
    )
  }
  if (inBagRows > 0) listener.note(`${inBagRows} nominal rows were in every subsample: the whole model scores them`)
  return { model, nominal: scores, nominalScores, rows: data.nominal }
}

/** Trained on a part of the nominal rows; the others are scored. */
async function trainOnPart(data: StudyData, holdout: number, request: FixedRequest, work: Work): Promise<Trained> {
  const { engine, signal } = work
  const { kept, heldOut } = holdOut(data.nominal.rows, holdout, request.seed ?? 1)
  const classes = data.classes && Array.from(kept, (row) => data.classes![row])
  const options = { ...optionsOf(request), classes, ...progressOf(request, work) }
  const { model, scores } = await engine.fit(selectRows(data.nominal, kept), options as FitOptions)
  stopIfAborted(work)
  const rows = selectRows(data.nominal, heldOut)
  const nominal = await engine.score(model, rows, { signal })
  return { model, nominal, nominalScores: 'held-out', rows, pilot: { nominal: scores } }
}
