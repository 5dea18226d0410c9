import { type AuditLabels, type DataProfiles, gatherEvidence, prepare } from '@xenolith/core'
import { checkLabels, profileTable } from '@xenolith/core/internals'
import { createEngine, type Engine } from '@xenolith/engine'
import { aliensIn } from './aliens-in.js'
import { otherMethods } from './alternatives.js'
import { certifyScores } from './certify-scores.js'
import { checkTerms } from './check-terms.js'
import { type DataNote, dataNotes } from './data-notes.js'
import { withDetectorNamed } from './default-training.js'
import { drawFromTables } from './drawn/draw-tables.js'
import { type DrawnData, isDrawn } from './drawn/drawn-data.js'
import { checkDrawn, studyDrawn } from './drawn/study-drawn.js'
import { finishFile, pictureDelta } from './finish-file.js'
import type { Finished } from './finished.js'
import { keptRows } from './kept-rows.js'
import { type Listener, silent, stopIfAborted, tellFirst, type Work } from './listener.js'
import { checkPilot, setAside } from './pilot.js'
import type { Refusal } from './refusal.js'
import type { StudyData, StudyRequest } from './request.js'
import type { Scored } from './scored.js'
import { rowsToShow } from './shown-rows.js'
import { trainAndScore } from './train.js'

export interface StudyOptions {
  /** Default: one of its own, closed when the work is done. */
  readonly engine?: Engine
  readonly listener?: Listener
  readonly signal?: AbortSignal
}

/**
 * The whole path from rows to a model: train, score, settle alpha, certify, compare, gather evidence. What the data
 * cannot carry comes back as a refusal; a mistake in the request, or an abort, is thrown.
 *
 * @example
 * ```ts
 * const nominal = paperTable(300, () => false, substream(1, 'nominal'))
 * const mixture = paperTable(300, (row) => row % 2 === 0, substream(1, 'mixture'))
 * const terms = { alpha: 0.5, recall: 0.6, confidence: 0.9 }
 * const outcome = await study({ nominal, mixture }, { terms, training: { trees: 50 } })
 * outcome.refused // => false
 * ```
 */
export async function study(
  data: StudyData | DrawnData,
  request: StudyRequest,
  options: StudyOptions = {},
): Promise<Finished | Refusal> {
  const { engine = createEngine(), listener = silent, signal } = options
  try {
    const work = { engine, listener, signal }
    checkTerms(request.terms, data.audit !== undefined, listener)
    checkPilot(request.pilot, listener)
    const { trainRows } = request.training ?? {}
    if (isDrawn(data) || trainRows !== undefined) checkDrawn(request, work)
    if (isDrawn(data)) return await studyDrawn(data, request, work)
    if (trainRows === undefined) return await conduct(data, request, work)
    return await studyDrawn(drawFromTables(data, trainRows, request.seed ?? 1, work), request, work)
  } finally {
    if (options.engine === undefined) await engine.close()
  }
}

async function conduct(data: StudyData, request: StudyRequest, work: Work): Promise<Finished | Refusal> {
  if (data.audit !== undefined) checkLabels(data.audit, data.mixture.rows)
  const described = describe(data, request)
  const telling = tellFirst(
    described.notes.map(({ text }) => text),
    work.listener,
  )
  const scored = await trainAndScore(data, request, { ...work, listener: telling.listener })
  telling.tell()
  return certifyScored(data, request, scored, work, described)
}

type Described = { readonly profiles: DataProfiles; readonly notes: readonly DataNote[] }

function describe(data: StudyData, { training }: StudyRequest): Described {
  const profiles = { nominal: profileTable(data.nominal), mixture: profileTable(data.mixture) }
  const notes = dataNotes({ ...data, profiles })
  // Scores of another program tie and reach beyond the nominal ones: that is what they are for.
  return {
    profiles,
    notes: training?.detector === 'given' ? notes.filter(({ kind }) => kind === 'identical-files') : notes,
  }
}

/**
 * The second half of a study, for rows that `trainAndScore` has scored as this very request asks: whoever lets people
 * look at a pilot part in between has the same model in the end as one who did not.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50, 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const engine = createEngine({ workers: 1 })
 * const work = { engine, listener: silent }
 * const scored = await trainAndScore({ nominal, mixture }, request, work)
 * const outcome = await certifyScored({ nominal, mixture }, request, scored, work)
 * outcome.refused // => false
 * await engine.close()
 * ```
 */
export async function certifyScored(
  data: StudyData,
  request: StudyRequest,
  all: Scored,
  work: Work,
  { profiles, notes }: Described = describe(data, request),
): Promise<Finished | Refusal> {
  const { terms, seed = 1, id, pilot } = request
  const { audit } = data
  stopIfAborted(work)
  const scored = pilot === undefined ? all : setAside(all, pilot).sealed
  const samples = prepare(scored.nominal, scored.mixture)
  // Of a part of the mixture no more rows are alien than of all of it.
  const aliensAtMost = aliensIn(terms, samples.mixture.length, data.mixture.rows)
  const settled = aliensAtMost === undefined ? terms : { ...terms, alphaOfFile: undefined, aliensAtMost }
  const answer = await certifyScores({ ...scored, samples, audit: auditOf(audit, scored) }, settled, { seed, ...work })
  if (answer.refused) return answer
  stopIfAborted(work)
  const { certificate, estimates } = answer
  const { model } = scored
  const references = keptRows(model, data.nominal, request)
  const { topRows, nearRows } = await rowsToShow(
    scored,
    certificate.tau,
    { ids: data.mixtureIds, column: id },
    { profiles, references },
    work,
  )
  const gathered = gatherEvidence({
    samples,
    alpha: certificate.alpha,
    delta: pictureDelta(certificate),
    topRows,
    decision: certificate,
    estimates,
    ...(certificate.audit?.route === 'direct' ? { labels: auditOf(audit, scored) } : {}),
  })
  const evidence = {
    ...gathered,
    ...(scored.choice === undefined ? {} : { choice: scored.choice }),
    ...(nearRows === undefined ? {} : { nearRows }),
    notes: notes.map(({ text }) => text),
  }
  const alternatives = otherMethods(certificate, { samples, nominalScores: scored.nominalScores })
  const findings = { model, certificate, alternatives, evidence, data: data.data, profiles, references }
  const file = finishFile(withDetectorNamed(request), findings)
  const labels = auditOf(audit, scored)
  const scores = {
    nominal: scored.nominal,
    mixture: scored.mixture,
    ...(labels === undefined ? {} : { audit: labels }),
  }
  return { refused: false, file, scores }
}

/** The labels of rows that were scored, by their place among these. */
function auditOf(audit: AuditLabels | undefined, { mixtureRows }: Scored): AuditLabels | undefined {
  if (audit === undefined || mixtureRows === undefined) return audit
  const placeOf = new Map(Array.from(mixtureRows, (row, place) => [row, place]))
  const kept = audit.rows.flatMap((row, i) => (placeOf.has(row) ? [i] : []))
  return { rows: kept.map((i) => placeOf.get(audit.rows[i])!), verdicts: kept.map((i) => audit.verdicts[i]) }
}
