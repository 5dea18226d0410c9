import type { AuditLabels, Choice, Split } from '@xenolith/core'
import { learnsFromMixture } from '@xenolith/core/internals'
import { aliensIn } from '../aliens-in.js'
import { named, type Work } from '../listener.js'
import { pilotSize } from '../pilot.js'
import type { AutoTraining, FixedRequest, FixedTraining, StudyData, StudyRequest, Terms } from '../request.js'
import type { Scored } from '../scored.js'
import { asOne } from './blend.js'
import { type Candidate, candidatesFor } from './candidates.js'
import type { Goal } from './estimate.js'
import { type Chosen, type Fitted, fitCandidates, takeCandidate } from './fit-candidates.js'
import { choosingRows, type Parts, partsOfPilot, type Sizes, sizes, stagesOf } from './parts.js'
import { race } from './race.js'
import { placingGates, scoreChosen } from './score-chosen.js'

export type AutoRequest = StudyRequest & { readonly training: AutoTraining }

/** Below so many rows of a sample, or aliens expected in the mixture, a third of them is too little to choose by. */
const LEAST_ROWS = 400
const LEAST_ALIENS = 60
/** Rows of each sample that what learns from the mixture needs. */
const LEAST_TO_LEARN = 100

/**
 * Fits several detectors to a part of both samples, estimates on that part what each would cost, and takes the best;
 * only the other rows, which had no say in it, certify. Where fewer rows are enough to choose by, fewer are taken. The scores that choose are honest ones of the rows trained on
 * (out-of-bag, left out, cross-fitted), so that no rows are spent on choosing alone. With a holdout the rows that certify
 * have no part in training either; without, the detector that was chosen is trained on all rows, and those that certify
 * have honest scores. Under a pilot the rows that choose are part of it, and all rows are scored. `before`: what was
 * scored of the same data, with the same seed, pilot and holdout, at other terms; what still holds of it is not made again.
 */
export async function trainAuto(
  data: StudyData,
  request: AutoRequest,
  work: Work,
  trainFixed: (data: StudyData, request: FixedRequest, work: Work) => Promise<Scored>,
  before?: Scored,
): Promise<Scored> {
  const goal = goalOf(request.terms, data)
  const why = whyNothing(data, request.terms, goal)
  const { holdout } = request.training
  if (why !== null) {
    const { name, training } = fallback(data, request, goal)
    const same = before?.choice?.candidates.length === 0 && before.choice.chosen === name
    const scored = same ? before : await trainFixed(data, { ...request, training }, work)
    const choice = fallbackChoice(name, certifyingOf(scored, request), `${why}, so nothing was chosen`, work)
    return { ...scored, choice }
  }
  const known = goal as Goal
  const aliens = known.alpha * data.mixture.rows
  const fitAt = async (parts: Parts): Promise<Fitted> =>
    stillFitted(before, data, parts, aliens) ?? (await fitAnew(data, parts, aliens, request, work))
  const stages = stagesFor(data, request, known)
  const { parts, fitted, chosen } = await race(stages, fitAt, known, holdout === undefined)
  const same = before?.compared?.fitted === fitted && before.compared.chosen.candidate.name === chosen.candidate.name
  const scored = same
    ? { ...before, pilot: before.pilot && placingGates(chosen) }
    : await scoreAs(request, data, parts, fitted, chosen, work)
  const choice = choiceOf(fitted, chosen, known, certifyingOf(scored, request))
  work.listener.note(`detector: ${choice.chosen}, ${choice.reason}`)
  return { ...scored, choice, compared: { fitted, chosen } }
}

/**
 * Whether a study at other terms would take the detector that was scored `before`, and which one it would take; null: the
 * rows that choose are others there, so all are to be compared again. Fast: nothing is fitted.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 100 }, (_, i) => [i % 10]))
 * const mixture = numericTable(Array.from({ length: 100 }, (_, i) => [i % 2 === 0 ? 50 : i % 10]))
 * const engine = createEngine({ workers: 1 })
 * const request = { terms: { alpha: 0.5, q: 0.1 }, training: { detector: 'auto' }, pilot: 0.35 } as const
 * const scored = await trainAndScore({ nominal, mixture }, request, { engine, listener: silent })
 * wouldTake({ nominal, mixture }, { ...request, terms: { alpha: 0.2, q: 0.1 } }, scored) // => 'blend of density-forest, fusion standardised, fusion raw, fusion ranks'
 * await engine.close()
 * ```
 */
export function wouldTake(data: StudyData, request: AutoRequest, before: Scored): string | null {
  const goal = goalOf(request.terms, data)
  if (whyNothing(data, request.terms, goal) !== null) {
    return before.choice?.candidates.length === 0 ? fallback(data, request, goal).name : null
  }
  const known = goal as Goal
  let taken: Chosen | undefined
  for (const parts of stagesFor(data, request, known)) {
    const fitted = stillFitted(before, data, parts, known.alpha * data.mixture.rows)
    if (fitted === undefined) return null
    taken = takeCandidate(fitted, known, request.training.holdout === undefined)
    if (taken.easy) break
  }
  return taken!.candidate.name
}

/** Rows of a pilot certify nothing, whether they choose or not, so that all of them that may do: at any terms the same rows are left. */
function stagesFor(data: StudyData, { training, pilot, seed = 1 }: AutoRequest, { alpha }: Goal): Parts[] {
  const { holdout } = training
  const alone = pilot === undefined || holdout !== undefined
  return alone ? stagesOf(data, alpha, holdout, seed) : [partsOfPilot(data, alpha)]
}

/** Candidates that were fitted before, if at these terms they would be the same ones, fitted to the same rows. */
function stillFitted(before: Scored | undefined, data: StudyData, parts: Parts, aliens: number): Fitted | undefined {
  const fitted = before?.compared?.fitted
  if (fitted === undefined) return undefined
  const rows = sizes(fitted.own)
  const sameRows = rows.nominal === parts.nominal.kept.length && rows.mixture === parts.mixture.kept.length
  const names = (all: readonly Candidate[]): string => all.map(({ name }) => name).join()
  const sameNames = names(fitted.all) === names(candidatesFor(aliens, choosingRows(data, parts).classes))
  return sameRows && sameNames ? fitted : undefined
}

function fitAnew(
  data: StudyData,
  parts: Parts,
  aliens: number,
  { seed = 1 }: AutoRequest,
  work: Work,
): Promise<Fitted> {
  return fitCandidates(choosingRows(data, parts), aliens, seed, work)
}

/** The scores of the rows that certify; of all rows where a pilot is still to be set aside, which those that chose are part of. */
async function scoreAs(
  { training, pilot }: AutoRequest,
  data: StudyData,
  parts: Parts,
  fitted: Fitted,
  chosen: Chosen,
  work: Work,
): Promise<Scored> {
  const exact = training.holdout !== undefined
  if (pilot === undefined || exact) return scoreChosen(data, parts, fitted, chosen, exact, work)
  const all = {
    nominal: every(parts.nominal.kept, data.nominal.rows),
    mixture: every(parts.mixture.kept, data.mixture.rows),
  }
  const { pilot: _, mixtureRows: __, ...scored } = await scoreChosen(data, all, fitted, chosen, false, work)
  return { ...scored, choosing: sizes(fitted.own) }
}

function every(kept: Int32Array, rows: number): Split {
  return { kept, heldOut: Int32Array.from({ length: rows }, (_, row) => row) }
}

/** How many rows certify, of those that were scored. */
function certifyingOf({ rows, choosing }: Scored, { pilot }: StudyRequest): Sizes {
  const scored = sizes(rows)
  if (pilot === undefined) return scored
  return {
    nominal: scored.nominal - pilotSize(scored.nominal, pilot, choosing?.nominal),
    mixture: scored.mixture - pilotSize(scored.mixture, pilot, choosing?.mixture),
  }
}

function choiceOf({ own, all }: Fitted, chosen: Chosen, goal: Goal, certifying: Sizes): Choice {
  const { candidate, expected, estimates } = chosen
  const compared = all.map(({ name }, c) => ({ name, ...estimates[c] }))
  if (!all.includes(candidate)) compared.push({ name: candidate.name, ...expected })
  return {
    chosen: candidate.name,
    reason: reasonFor(all, chosen),
    alpha: goal.alpha,
    recall: Number((1 - goal.eta).toPrecision(15)),
    rows: { choosing: sizes(own), certifying },
    candidates: compared.map(({ name, falseAlarmRate, deviation, surprisal }) => ({
      name,
      falseAlarmRate,
      deviation,
      surprisal,
    })),
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

/** Why nothing is to be chosen; null if there is no reason. */
function whyNothing(data: StudyData, terms: Terms, goal: Goal | string): string | null {
  if (typeof goal === 'string') return goal
  // All of them may be among the rows that certify: set against fewer rows, the number would be a much larger share.
  if (countsAliens(terms)) return 'the number of aliens is that of the whole mixture, which must certify as one'
  return tooLittle(data, goal)
}

function countsAliens({ aliensAtMost, alphaOfFile }: Terms): boolean {
  return aliensAtMost !== undefined || alphaOfFile !== undefined
}

/** Why these data are too few to choose by; null if they are not. */
function tooLittle({ nominal, mixture }: StudyData, { alpha }: Goal): string | null {
  if (nominal.rows < LEAST_ROWS) return `fewer than ${LEAST_ROWS} nominal rows`
  if (mixture.rows < LEAST_ROWS) return `fewer than ${LEAST_ROWS} rows in the mixture`
  return alpha * mixture.rows < LEAST_ALIENS ? `fewer than ${LEAST_ALIENS} aliens expected in the mixture` : null
}

/** What is taken where nothing can be chosen, and what the table of the choice calls it. */
interface Fallback {
  readonly name: string
  readonly training: FixedTraining
}

/**
 * By the sizes alone: with aliens enough all candidates that learn from the mixture as one, else all others as one, each counting alike, so that no table is at the mercy of one scaling. A blend
 * has no classes, and under a holdout takes rows of the mixture from those that certify: with classes, and where these rows would gain nothing or the mixture must be whole, it is kNN and the Gaussian mixture.
 */
function fallback(
  { nominal, mixture, classes }: StudyData,
  { terms, training: { holdout } }: AutoRequest,
  goal: Goal | string,
): Fallback {
  const rows = Math.min(nominal.rows, mixture.rows)
  const few = typeof goal === 'string' || goal.alpha * mixture.rows < LEAST_ALIENS || rows < LEAST_TO_LEARN
  const keepsMixture = holdout !== undefined && (few || countsAliens(terms))
  if (keepsMixture || classes !== undefined) return { name: 'fusion', training: { detector: 'fusion', holdout } }
  // Without the ratio of densities: for 0 aliens.
  const alike = candidatesFor(0, undefined).filter(({ detector }) => learnsFromMixture(detector) !== few)
  const { name, detector, options } = asOne(alike.map((candidate) => ({ candidate, count: 1 })))
  return { name, training: { detector, ...options, holdout } as FixedTraining }
}

function fallbackChoice(chosen: string, certifying: Sizes, reason: string, { listener }: Work): Choice {
  listener.note(`${named(listener, 'detector')} auto: ${reason}; ${chosen} is taken`)
  const rows = { choosing: { nominal: 0, mixture: 0 }, certifying }
  return { chosen, reason, alpha: null, recall: null, rows, candidates: [] }
}

function reasonFor(all: readonly Candidate[], { candidate, expected, estimates }: Chosen): string {
  const rates = estimates.map(({ falseAlarmRate }) => falseAlarmRate)
  const least = rates.indexOf(Math.min(...rates))
  const percent = (rate: number): string => (rate < 0.0005 ? 'below 0.1 %' : `${(100 * rate).toFixed(1)} %`)
  const own = percent(expected.falseAlarmRate)
  const fewest = `${all[least].name}, ${percent(rates[least])}`
  // The estimate is there to compare by: nobody should take it for the price.
  const read = 'estimated as a mean over this recall and lower ones, without the margin of a promise'
  if (all[least] === candidate) return `with the fewest false alarms (${own}, ${read})`
  return all.includes(candidate)
    ? `which ranks the mixture highest of those whose false alarms (${own}) are not clearly above the fewest (${fewest}; ${read})`
    : `all about as good as the candidate with the fewest false alarms (${fewest}); together ${own}, ${read}`
}
