import {
  type AuditLabels,
  type Choice,
  deriveSeed,
  type FitOptions,
  holdOut,
  learnsFromMixture,
  type Model,
  type Split,
  selectRows,
  type Table,
} from '@xenolith/core'
import { named, stopIfAborted, type Work } from '../listener.js'
import type { AutoTraining, FixedRequest, FixedTraining, StudyData, StudyRequest, Terms } from '../request.js'
import type { Scored } from '../train.js'
import { type Candidate, candidatesFor, fitOptions } from './candidates.js'
import { chooseAmong } from './choose.js'
import { type CandidateScores, type Estimated, estimateAll, type Goal } from './estimate.js'

type AutoRequest = StudyRequest & { readonly training: AutoTraining }

/** The share of both samples that certifies. */
const CERTIFYING = 0.5
/** Below so many rows of a sample, or aliens expected in the mixture, half of them is too little to choose by. */
const LEAST_ROWS = 400
const LEAST_ALIENS = 40
/** What is taken where nothing can be chosen: of the detectors of one setting it did best on most tables. */
const FALLBACK: FixedTraining = { detector: 'knn' }

/**
 * Fits several detectors to a part of both samples, estimates on that part what each would cost, and takes the best;
 * the other part, which had no say in it, is what the scores for the certificate are of. The scores that choose are
 * honest ones of the rows trained on (out-of-bag, left out, cross-fitted), so that no rows are spent on choosing alone.
 */
export async function trainAuto(
  data: StudyData,
  request: AutoRequest,
  work: Work,
  trainFixed: (data: StudyData, request: FixedRequest, work: Work) => Promise<Scored>,
): Promise<Scored> {
  const { holdout = CERTIFYING } = request.training
  const { seed = 1 } = request
  const goal = goalOf(request.terms, data.audit)
  const why = typeof goal === 'string' ? goal : tooLittle(data, goal)
  if (why !== null) {
    const training = { ...FALLBACK, holdout: request.training.holdout }
    const scored = await trainFixed(data, { ...request, training }, work)
    return { ...scored, choice: fallbackChoice(scored, `${why}, so nothing was chosen`, work) }
  }
  const parts = {
    nominal: holdOut(data.nominal.rows, holdout, seed),
    mixture: holdOut(data.mixture.rows, holdout, deriveSeed(seed, 'holdout of the mixture', 0)),
  }
  return chooseAndScore(data, parts, goal as Goal, seed, work)
}

interface Parts {
  readonly nominal: Split
  readonly mixture: Split
}

async function chooseAndScore(data: StudyData, parts: Parts, goal: Goal, seed: number, work: Work): Promise<Scored> {
  const { engine, signal } = work
  const own = {
    nominal: selectRows(data.nominal, parts.nominal.kept),
    mixture: selectRows(data.mixture, parts.mixture.kept),
    classes: data.classes && Array.from(parts.nominal.kept, (row) => data.classes![row]),
  }
  const { candidate, model, estimates, all } = await chooseDetector(own, goal, seed, work)
  const rows = {
    nominal: selectRows(data.nominal, parts.nominal.heldOut),
    mixture: selectRows(data.mixture, parts.mixture.heldOut),
  }
  const choice: Choice = {
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
  work.listener.note(`detector: ${choice.chosen}, ${choice.reason}`)
  return {
    model,
    nominal: await engine.score(model, rows.nominal, { signal }),
    nominalScores: 'held-out',
    mixture: await engine.score(model, rows.mixture, { signal }),
    rows,
    mixtureRows: parts.mixture.heldOut,
    choice,
  }
}

/** The rows that train and choose. */
export interface ChoosingRows {
  readonly nominal: Table
  readonly mixture: Table
  readonly classes?: readonly string[]
}

/** What was chosen, and what every candidate was expected to cost. */
export interface Chosen {
  readonly candidate: Candidate
  readonly model: Model
  readonly all: readonly Candidate[]
  readonly estimates: readonly Estimated[]
}

/** Fits every candidate, estimates what it would cost, and gives the model of the one to take. */
export async function chooseDetector(own: ChoosingRows, goal: Goal, seed: number, work: Work): Promise<Chosen> {
  const { engine, signal, listener } = work
  const { nominal, mixture, classes } = own
  const all = candidatesFor(classes !== undefined)
  const models: Model[] = []
  const scores: CandidateScores[] = []
  const heard = listener.progress('choosing a detector')
  for (const [c, candidate] of all.entries()) {
    stopIfAborted(work)
    const both = learnsFromMixture(candidate.detector)
    const more = both ? { mixture, signal } : { classes, signal }
    const fitted = await engine.fit(nominal, fitOptions(candidate, seed, more) as FitOptions)
    models.push(fitted.model)
    scores.push({
      nominal: fitted.scores,
      mixture: fitted.mixtureScores ?? (await engine.score(fitted.model, mixture, { signal })),
      scored: fitted.scored,
    })
    heard(c + 1, all.length)
  }
  const estimates = estimateAll(scores, sizes(own), goal, seed)
  const index = chooseAmong(estimates)
  const candidate = all[index]
  if (!learnsFromMixture(candidate.detector)) return { candidate, model: models[index], all, estimates }
  // No row of this part will be scored any more, so one forest may learn from all of it.
  const { model } = await engine.fit(nominal, fitOptions(candidate, seed, { mixture, folds: 1, signal }) as FitOptions)
  return { candidate, model, all, estimates }
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
