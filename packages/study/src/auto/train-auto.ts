import { type AuditLabels, type Choice, holdOut, type Model, type Split, selectRows, type Table } from '@xenolith/core'
import { deriveSeed, learnsFromMixture } from '@xenolith/core/internals'
import { named, stopIfAborted, type Work } from '../listener.js'
import type { AutoTraining, FixedRequest, FixedTraining, StudyData, StudyRequest, Terms } from '../request.js'
import type { Scored } from '../scored.js'
import { type Candidate, candidatesFor, fitOptions } from './candidates.js'
import { chooseAmong } from './choose.js'
import { type CandidateScores, type Estimated, estimateAll, type Goal } from './estimate.js'

type AutoRequest = StudyRequest & { readonly training: AutoTraining }

/** The share of both samples that chooses, where no holdout says how much is left to certify. */
const CHOOSING = 1 / 3
/** Below so many rows of a sample, or aliens expected in the mixture, a third of them is too little to choose by. */
const LEAST_ROWS = 400
const LEAST_ALIENS = 60
/** What is taken where nothing can be chosen: of the detectors of one setting it did best on most tables. */
const FALLBACK: FixedTraining = { detector: 'knn' }

/**
 * Fits several detectors to a part of both samples, estimates on that part what each would cost, and takes the best;
 * only the other rows, which had no say in it, certify. The scores that choose are honest ones of the rows trained on
 * (out-of-bag, left out, cross-fitted), so that no rows are spent on choosing alone. With a holdout the rows that certify
 * have no part in training either; without, the detector that was chosen is trained on all rows, and those that certify
 * have honest scores.
 */
export async function trainAuto(
  data: StudyData,
  request: AutoRequest,
  work: Work,
  trainFixed: (data: StudyData, request: FixedRequest, work: Work) => Promise<Scored>,
): Promise<Scored> {
  const { seed = 1 } = request
  const goal = goalOf(request.terms, data.audit)
  const why = typeof goal === 'string' ? goal : tooLittle(data, goal)
  if (why !== null) {
    const training = { ...FALLBACK, holdout: request.training.holdout }
    const scored = await trainFixed(data, { ...request, training }, work)
    return { ...scored, choice: fallbackChoice(scored, `${why}, so nothing was chosen`, work) }
  }
  const { holdout } = request.training
  const parts = partsOf(data, holdout, seed)
  const fitted = await fitCandidates(choosingRows(data, parts), seed, work)
  const chosen = takeCandidate(fitted, goal as Goal)
  const scored = await scoreChosen(data, parts, fitted, chosen, holdout !== undefined, work)
  const choice = choiceOf(fitted, chosen, goal as Goal, scored)
  work.listener.note(`detector: ${choice.chosen}, ${choice.reason}`)
  return { ...scored, choice }
}

/** Of each sample: `kept` chooses, `heldOut` certifies. */
export interface Parts {
  readonly nominal: Split
  readonly mixture: Split
}

export function partsOf({ nominal, mixture }: StudyData, holdout: number | undefined, seed: number): Parts {
  const certifying = holdout ?? 1 - CHOOSING
  return {
    nominal: holdOut(nominal.rows, certifying, seed),
    mixture: holdOut(mixture.rows, certifying, deriveSeed(seed, 'holdout of the mixture', 0)),
  }
}

export function choosingRows({ nominal, mixture, classes }: StudyData, parts: Parts): ChoosingRows {
  const { kept } = parts.nominal
  return {
    nominal: selectRows(nominal, kept),
    mixture: selectRows(mixture, parts.mixture.kept),
    classes: classes && Array.from(kept, (row) => classes[row]),
  }
}

/** The detector that was chosen, and its scores of the rows that certify. */
export function scoreChosen(
  data: StudyData,
  parts: Parts,
  fitted: Fitted,
  chosen: Chosen,
  exact: boolean,
  work: Work,
): Promise<Scored> {
  return exact ? scoreHeldOut(data, parts, fitted, chosen, work) : scoreRefitted(data, parts, fitted, chosen, work)
}

async function scoreHeldOut(
  data: StudyData,
  parts: Parts,
  { own, seed, models }: Fitted,
  { index, candidate }: Chosen,
  { engine, signal }: Work,
): Promise<Scored> {
  // No row of the part that chose will be scored any more, so one forest may learn from all of it.
  const options = fitOptions(candidate, seed, { mixture: own.mixture, folds: 1, signal })
  const model = learnsFromMixture(candidate.detector) ? (await engine.fit(own.nominal, options)).model : models[index]
  const rows = {
    nominal: selectRows(data.nominal, parts.nominal.heldOut),
    mixture: selectRows(data.mixture, parts.mixture.heldOut),
  }
  return {
    model,
    nominal: await engine.score(model, rows.nominal, { signal }),
    nominalScores: 'held-out',
    mixture: await engine.score(model, rows.mixture, { signal }),
    rows,
    mixtureRows: parts.mixture.heldOut,
  }
}

async function scoreRefitted(
  data: StudyData,
  parts: Parts,
  { seed }: Fitted,
  { candidate }: Chosen,
  { engine, signal }: Work,
): Promise<Scored> {
  const { nominal, mixture, classes } = data
  const more = learnsFromMixture(candidate.detector) ? { mixture, signal } : { classes, signal }
  const { model, scores, scored, mixtureScores, nominalScores } = await engine.fit(
    nominal,
    fitOptions(candidate, seed, more),
  )
  const placeOf = new Int32Array(nominal.rows).fill(-1)
  for (let i = 0; i < scores.length; i++) placeOf[scored?.[i] ?? i] = i
  const nominalRows = parts.nominal.heldOut.filter((row) => placeOf[row] >= 0)
  const mixtureRows = parts.mixture.heldOut
  const rows = { nominal: selectRows(nominal, nominalRows), mixture: selectRows(mixture, mixtureRows) }
  return {
    model,
    nominal: Float64Array.from(nominalRows, (row) => scores[placeOf[row]]),
    nominalScores,
    mixture: mixtureScores
      ? Float64Array.from(mixtureRows, (row) => mixtureScores[row])
      : await engine.score(model, rows.mixture, { signal }),
    rows,
    mixtureRows,
  }
}

function choiceOf({ own, all }: Fitted, { candidate, estimates }: Chosen, goal: Goal, { rows }: Scored): Choice {
  return {
    chosen: candidate.name,
    reason: reasonFor(candidate, all, estimates),
    alpha: goal.alpha,
    recall: Number((1 - goal.eta).toPrecision(15)),
    rows: { choosing: sizes(own), certifying: sizes(rows) },
    candidates: all.map(({ name }, c) => {
      const { falseAlarmRate, deviation } = estimates[c]
      return { name, falseAlarmRate, deviation }
    }),
  }
}

/** The rows that train and choose. */
export interface ChoosingRows {
  readonly nominal: Table
  readonly mixture: Table
  readonly classes?: readonly string[]
}

/** Every candidate fitted to the same rows, with honest scores of these. */
export interface Fitted {
  readonly own: ChoosingRows
  readonly seed: number
  readonly all: readonly Candidate[]
  readonly models: readonly Model[]
  readonly scores: readonly CandidateScores[]
}

/** What was chosen, by its place among the candidates, and what each was expected to cost. */
export interface Chosen {
  readonly index: number
  readonly candidate: Candidate
  readonly estimates: readonly Estimated[]
}

export async function fitCandidates(own: ChoosingRows, seed: number, work: Work): Promise<Fitted> {
  const { engine, signal, listener } = work
  const { nominal, mixture, classes } = own
  const all = candidatesFor(classes !== undefined)
  const models: Model[] = []
  const scores: CandidateScores[] = []
  const heard = listener.progress('choosing a detector')
  for (const [c, candidate] of all.entries()) {
    stopIfAborted(work)
    const more = learnsFromMixture(candidate.detector) ? { mixture, signal } : { classes, signal }
    const fitted = await engine.fit(nominal, fitOptions(candidate, seed, more))
    models.push(fitted.model)
    scores.push({
      nominal: fitted.scores,
      mixture: fitted.mixtureScores ?? (await engine.score(fitted.model, mixture, { signal })),
      scored: fitted.scored,
    })
    heard(c + 1, all.length)
  }
  return { own, seed, all, models, scores }
}

/** Estimates what every candidate would cost, and chooses. */
export function takeCandidate({ own, seed, all, scores }: Fitted, goal: Goal): Chosen {
  const estimates = estimateAll(scores, sizes(own), goal, seed)
  const index = chooseAmong(estimates)
  return { index, candidate: all[index], estimates }
}

/** What the candidates are compared at; a string is the reason why they cannot be. */
function goalOf({ alpha, recall, q }: Terms, audit: AuditLabels | undefined): Goal | string {
  const eta = recall === undefined ? q : 1 - recall
  if (eta === undefined) return 'neither a recall nor a q was given'
  if (typeof alpha === 'number') return { alpha, eta: Math.max(eta, LEAST_ETA) }
  if (audit === undefined) return 'alpha is to be estimated'
  const aliens = audit.verdicts.filter((verdict) => verdict !== 'nominal').length
  if (aliens === 0) return 'the audit found no alien'
  return { alpha: aliens / audit.verdicts.length, eta: Math.max(eta, LEAST_ETA) }
}

/** Nothing can be told apart at a smaller miss rate. */
const LEAST_ETA = 0.01

/** Why these data are too few to choose by; null if they are not. */
function tooLittle({ nominal, mixture }: StudyData, { alpha }: Goal): string | null {
  if (nominal.rows < LEAST_ROWS) return `fewer than ${LEAST_ROWS} nominal rows`
  if (mixture.rows < LEAST_ROWS) return `fewer than ${LEAST_ROWS} rows in the mixture`
  return alpha * mixture.rows < LEAST_ALIENS ? `fewer than ${LEAST_ALIENS} aliens expected in the mixture` : null
}

function fallbackChoice(scored: Scored, reason: string, { listener }: Work): Choice {
  const chosen = FALLBACK.detector!
  listener.note(`${named(listener, 'detector')} auto: ${reason}; ${chosen} is taken`)
  const rows = { choosing: { nominal: 0, mixture: 0 }, certifying: sizes(scored.rows) }
  return { chosen, reason, alpha: null, recall: null, rows, candidates: [] }
}

function reasonFor(chosen: Candidate, all: readonly Candidate[], estimates: readonly Estimated[]): string {
  const rates = estimates.map(({ falseAlarmRate }) => falseAlarmRate)
  const least = rates.indexOf(Math.min(...rates))
  const percent = (rate: number): string => `${(100 * rate).toFixed(1)} %`
  const own = percent(rates[all.indexOf(chosen)])
  return all[least] === chosen
    ? `which promises the fewest false alarms (${own})`
    : `the simplest whose false alarms (${own}) are not clearly above the fewest (${all[least].name}, ${percent(rates[least])})`
}

function sizes({ nominal, mixture }: { readonly nominal: Table; readonly mixture: Table }): {
  nominal: number
  mixture: number
} {
  return { nominal: nominal.rows, mixture: mixture.rows }
}
