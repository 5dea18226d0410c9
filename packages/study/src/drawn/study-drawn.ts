import { type FitOptions, gatherEvidence, type ModelFile, XenolithError } from '@xenolith/core'
import { detectorOf, learnsFromMixture, profileTable } from '@xenolith/core/internals'
import { aliensIn } from '../aliens-in.js'
import { otherMethods } from '../alternatives.js'
import { certifyScores } from '../certify-scores.js'
import { dataNotes } from '../data-notes.js'
import { finishFile, pictureDelta } from '../finish-file.js'
import type { Finished } from '../finished.js'
import { keptRows } from '../kept-rows.js'
import { named, silent, stopIfAborted, tellFirst, type Work } from '../listener.js'
import type { Refusal } from '../refusal.js'
import type { FixedRequest, StudyRequest } from '../request.js'
import { rowsToShow } from '../shown-rows.js'
import { optionsOf, progressOf } from '../train-options.js'
import type { DrawnData } from './drawn-data.js'

const NONE = new Float64Array(0)

/**
 * Refuses what drawn rows cannot carry, before any long work.
 *
 * @example
 * ```ts
 * const terms = { alpha: 0.1, recall: 0.9, confidence: 0.95 }
 * checkDrawn({ terms, training: { detector: 'iforest', trainRows: 100 } }, { listener: silent }) // => undefined
 * ```
 */
export function checkDrawn({ training = {}, terms, pilot }: StudyRequest, { listener }: Pick<Work, 'listener'>): void {
  const refuse = (option: string, why: string): never => {
    const [drawn, other] = [named(listener, 'trainRows'), named(listener, option)]
    throw new XenolithError('bad-option', `${drawn} does not go with ${other}: ${why}`)
  }
  const { detector } = training
  if (training.holdout !== undefined) refuse('holdout', 'all rows that do not train certify')
  if (pilot !== undefined) refuse('pilot', 'the rows that do not train certify, all of them')
  if (terms.alpha === 'auto') refuse('alpha', 'auto estimates alpha from rows that are held, all of them')
  if (detector === 'auto') refuse('detector', 'auto divides the rows by itself')
  else if (detector !== undefined && !detectorOf(detector).learns) refuse('detector', `${detector} trains nothing`)
  else if (detector !== undefined && learnsFromMixture(detector)) {
    refuse('detector', `${detector} learns from the mixture, too`)
  }
}

/** The path from drawn rows to a model: train on them, certify on all others. Same rows, same draw: the same bytes, wherever the others are. */
export async function studyDrawn(data: DrawnData, request: StudyRequest, work: Work): Promise<Finished | Refusal> {
  const { terms, seed = 1, id } = request
  const profiles = { nominal: profileTable(data.nominal), mixture: profileTable(data.mixture) }
  const notes = [
    `Columns, notes and the rows shown are those of ${data.nominal.rows} nominal and ${data.mixture.rows} mixture rows, drawn by a hash. The drawn nominal rows train; all other rows certify.`,
    ...dataNotes({ ...data, profiles }).map(({ text }) => text),
  ]
  const fixed = request as FixedRequest
  const telling = tellFirst(notes, work.listener)
  const progress = progressOf(fixed, { ...work, listener: telling.listener })
  const options = { ...optionsOf(fixed), classes: data.classes, ...progress }
  const { model, scores: drawn } = await work.engine.fit(data.nominal, options as FitOptions)
  telling.tell()
  stopIfAborted(work)
  const scored = await data.score(model, work)
  try {
    const answer = await scored.ask(async (samples) => {
      const aliensAtMost = aliensIn(terms, samples.mixture.length)
      const settled = aliensAtMost === undefined ? terms : { ...terms, alphaOfFile: undefined, aliensAtMost }
      const pilot = { nominal: drawn }
      const scores = { samples, nominal: NONE, mixture: NONE, nominalScores: 'held-out', pilot } as const
      const certified = await certifyScores(scores, settled, { seed, listener: silent })
      if (certified.refused) return certified
      const { certificate } = certified
      const decision = { samples, alpha: certificate.alpha, delta: pictureDelta(certificate), decision: certificate }
      const alternatives = otherMethods(certificate, { samples, nominalScores: 'held-out' })
      return { refused: false as const, certificate, gathered: gatherEvidence(decision), alternatives }
    })
    if (answer.refused) return answer
    const { certificate, gathered, alternatives } = answer
    const references = keptRows(model, data.nominal, request)
    const shown = await shownRows(data, model, certificate.tau, { profiles, references, column: id }, work)
    const evidence = { ...gathered, ...shown, notes }
    const findings = { model, certificate, alternatives, evidence, data: data.data, profiles, references }
    return { refused: false, file: finishFile(request, findings) }
  } finally {
    await scored.close()
  }
}

/** The rows that a report shows, of those drawn. Rows with ids are numbered by the draw: on a cluster they have no other number. */
async function shownRows(
  { nominal, mixture, mixtureIds, mixtureRows }: DrawnData,
  model: ModelFile['model'],
  tau: number,
  { column, ...known }: Pick<ModelFile, 'profiles' | 'references'> & { readonly column?: string },
  work: Work,
) {
  const scores = await work.engine.score(model, mixture, { signal: work.signal })
  const places = mixtureRows && Int32Array.from(mixtureRows)
  const rows = { model, rows: { nominal, mixture }, mixture: scores, mixtureRows: places }
  return rowsToShow(rows, tau, { ids: mixtureIds, column }, known, work)
}
