import type { AuditLabels, Choice } from '@xenolith/core'
import { aliensIn } from '../aliens-in.js'
import { named, type Work } from '../listener.js'
import type { AutoTraining, FixedRequest, FixedTraining, StudyData, StudyRequest, Terms } from '../request.js'
import type { Scored } from '../scored.js'
import type { Candidate } from './candidates.js'
import type { Estimated, Goal } from './estimate.js'
import { type Chosen, type Fitted, fitCandidates, takeCandidate } from './fit-candidates.js'
import { choosingRows, partsOf, sizes } from './parts.js'
import { scoreChosen } from './score-chosen.js'

type AutoRequest = StudyRequest & { readonly training: AutoTraining }

/** Below so many rows of a sample, or aliens expected in the mixture, a third of them is too little to choose by. */
const LEAST_ROWS = 400
const LEAST_ALIENS = 60
/** Rows of each sample that what learns from the mixture needs. */
const LEAST_TO_LEARN = 100

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
  const goal = goalOf(request.terms, data)
  const why = typeof goal === 'string' ? goal : tooLittle(data, goal)
  if (why !== null) {
    const training = { ...fallback(data, goal), holdout: request.training.holdout }
    const scored = await trainFixed(data, { ...request, training }, work)
    return { ...scored, choice: fallbackChoice(training, scored, `${why}, so nothing was chosen`, work) }
  }
  const { holdout } = request.training
  const known = goal as Goal
  const parts = partsOf(data, known.alpha, holdout, seed)
  const fitted = await fitCandidates(choosingRows(data, parts), known.alpha * data.mixture.rows, seed, work)
  const chosen = takeCandidate(fitted, known, holdout === undefined)
  const scored = await scoreChosen(data, parts, fitted, chosen, holdout !== undefined, work)
  const choice = choiceOf(fitted, chosen, known, scored)
  work.listener.note(`detector: ${choice.chosen}, ${choice.reason}`)
  return { ...scored, choice }
}

function choiceOf({ own, all }: Fitted, { candidate, estimates }: Chosen, goal: Goal, { rows }: Scored): Choice {
  return {
    chosen: candidate.name,
    reason: reasonFor(candidate, all, estimates),
    alpha: goal.alpha,
    recall: Number((1 - goal.eta).toPrecision(15)),
    rows: { choosing: sizes(own), certifying: sizes(rows) },
    candidates: all.map(({ name }, c) => {
      const { falseAlarmRate, deviation, surprisal } = estimates[c]
      return { name, falseAlarmRate, deviation, surprisal }
    }),
  }
}

/** What the candidates are compared at; a string is the reason why they cannot be. */
function goalOf(terms: Terms, { audit, mixture }: StudyData): Goal | string {
  const { recall, q } = terms
  const eta = recall === undefined ? q : 1 - recall
  if (eta === undefined) return 'neither a recall nor a q was given'
  const alpha = shareIn(terms, audit, mixture.rows)
  return typeof alpha === 'string' ? alpha : { alpha, eta: Math.max(eta, LEAST_ETA) }
}

/** The share of aliens as far as it is known before a detector is; a string says why it is not. */
function shareIn(terms: Terms, audit: AuditLabels | undefined, rows: number): number | string {
  const aliens = aliensIn(terms, rows)
  if (aliens !== undefined) return aliens / rows
  if (typeof terms.alpha === 'number') return terms.alpha
  if (audit === undefined) return 'alpha is to be estimated'
  const found = audit.verdicts.filter((verdict) => verdict !== 'nominal').length
  return found === 0 ? 'the audit found no alien' : found / audit.verdicts.length
}

/** Nothing can be told apart at a smaller miss rate. */
const LEAST_ETA = 0.01

/** Why these data are too few to choose by; null if they are not. */
function tooLittle({ nominal, mixture }: StudyData, { alpha }: Goal): string | null {
  if (nominal.rows < LEAST_ROWS) return `fewer than ${LEAST_ROWS} nominal rows`
  if (mixture.rows < LEAST_ROWS) return `fewer than ${LEAST_ROWS} rows in the mixture`
  return alpha * mixture.rows < LEAST_ALIENS ? `fewer than ${LEAST_ALIENS} aliens expected in the mixture` : null
}

/**
 * What is taken where nothing can be chosen, by the sizes alone: with aliens enough the contrast forest beside kNN and the Gaussian mixture, else these two, which of the
 * detectors of nominal rows alone did best over all tables. The mixture has no classes to learn from.
 */
function fallback({ nominal, mixture, classes }: StudyData, goal: Goal | string): FixedTraining {
  const rows = Math.min(nominal.rows, mixture.rows)
  const few = typeof goal === 'string' || goal.alpha * mixture.rows < LEAST_ALIENS
  if (few || classes !== undefined || rows < LEAST_TO_LEARN) return { detector: 'fusion' }
  return { detector: 'fused-contrast', ratio: false } as FixedTraining
}

function fallbackChoice({ detector }: FixedTraining, scored: Scored, reason: string, { listener }: Work): Choice {
  const chosen = detector!
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
    : `which ranks the mixture highest of those whose false alarms (${own}) are not clearly above the fewest (${all[least].name}, ${percent(rates[least])})`
}
