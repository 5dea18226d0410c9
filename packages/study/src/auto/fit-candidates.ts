import { fuse, learnRanks, learnsFromMixture } from '@xenolith/core/internals'
import { stopIfAborted, type Work } from '../listener.js'
import { blendOf, weigh } from './blend.js'
import { type Candidate, candidatesFor, fitOptions, type Piece } from './candidates.js'
import { chooseAmong } from './choose.js'
import { bothSamples, type CandidateScores, type Estimated, estimateAll, type Goal } from './estimate.js'
import type { ChoosingRows } from './parts.js'

/** Honest scores of the choosing rows by every candidate. */
export interface Fitted {
  readonly own: ChoosingRows
  readonly seed: number
  readonly all: readonly Candidate[]
  readonly scores: readonly CandidateScores[]
}

/** What was chosen, what it and each candidate were expected to cost, and its scores of the choosing rows. */
export interface Chosen {
  readonly candidate: Candidate
  readonly scores: CandidateScores
  readonly expected: Estimated
  /** By candidate. */
  readonly estimates: readonly Estimated[]
  /** Whether most aliens lie above nearly all nominal rows, so that more rows to choose by would win little. */
  readonly easy: boolean
  /** Whether nearly all aliens do, as many as are to be found: then the certificate sets out where it usually does. */
  readonly clear: boolean
}

/**
 * Fits every piece once, and fuses the pieces of each candidate as its own `fit` would; `aliens`: to be expected in the whole mixture.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 60 }, (_, i) => [i % 10]))
 * const mixture = numericTable(Array.from({ length: 60 }, (_, i) => [i % 2 === 0 ? 50 : i % 10]))
 * const engine = createEngine({ workers: 1 })
 * const fitted = await fitCandidates({ nominal, mixture }, 30, 1, { engine, listener: silent })
 * fitted.all.length === fitted.scores.length // => true
 * fitted.scores[0].nominal.length // => 60
 * await engine.close()
 * ```
 */
export async function fitCandidates(own: ChoosingRows, aliens: number, seed: number, work: Work): Promise<Fitted> {
  const all = candidatesFor(aliens, own.classes)
  if (own.classes && !all.some(({ perClass }) => perClass)) {
    work.listener.note('a class has too few rows for a detector of its own: all classes are taken together')
  }
  const keyOf = (piece: Piece): string => JSON.stringify([piece.detector, piece.options, piece.perClass ?? false])
  const distinct = new Map(all.flatMap(({ pieces }) => pieces.map((piece) => [keyOf(piece), piece])))
  const known = new Map<string, CandidateScores>()
  const heard = work.listener.progress('choosing a detector')
  for (const [key, piece] of distinct) {
    stopIfAborted(work)
    known.set(key, await scoreBy(piece, own, seed, work))
    heard(known.size, distinct.size)
  }
  const scores = all.map(({ pieces }) => fusePieces(pieces.map((piece) => known.get(keyOf(piece))!)))
  return { own, seed, all, scores }
}

async function scoreBy(
  piece: Piece,
  own: ChoosingRows,
  seed: number,
  { engine, signal }: Work,
): Promise<CandidateScores> {
  const { model, scores, mixtureScores } = await engine.fit(own.nominal, fitOptions(piece, seed, own, { signal }))
  return { nominal: scores, mixture: mixtureScores ?? (await engine.score(model, own.mixture, { signal })) }
}

function fusePieces(pieces: readonly CandidateScores[]): CandidateScores {
  if (pieces.length === 1) return pieces[0]
  const ranks = pieces.map(({ nominal }) => learnRanks(nominal))
  return bothSamples((pick) => fuse(ranks, pieces.map(pick)))
}

/**
 * What learns from the mixture will know three times as many aliens when it is fitted to all rows, and gains more by it than what learns from nominal rows. Its surprisal
 * beyond 1 counts so many times: on six tables it grows by more.
 */
const GROWTH = 1.15

/**
 * What an easy choice may cost, with one standard deviation, at the miss rate wanted or at this one, whichever is larger: that of the last few aliens scatters too much
 * to tell by.
 */
const EASY_RATE = 0.01
const EASY_ETA = 0.2
/** The same of a clear one, at the miss rate wanted. */
const CLEAR_RATE = 0.04

/**
 * Estimates what every candidate would cost, and blends those that would cost about the least. Detectors of each class are not blended with others: there one is chosen. `refitted`: it will be fitted again, to all rows.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 60 }, (_, i) => [i % 10]))
 * const mixture = numericTable(Array.from({ length: 60 }, (_, i) => [i % 2 === 0 ? 50 : i % 10]))
 * const engine = createEngine({ workers: 1 })
 * const fitted = await fitCandidates({ nominal, mixture }, 30, 1, { engine, listener: silent })
 * const { candidate, estimates } = takeCandidate(fitted, { alpha: 0.5, eta: 0.1 })
 * candidate.detector // => 'blend'
 * estimates.length === fitted.all.length // => true
 * await engine.close()
 * ```
 */
export function takeCandidate({ own, seed, all, scores }: Fitted, goal: Goal, refitted = true): Chosen {
  const estimates = estimateAll(scores, goal, seed)
  const grown = estimates.map((one, c) => {
    return refitted && learnsFromMixture(all[c].detector) ? growing(one) : one
  })
  const taken = all.some(({ perClass }) => perClass)
    ? oneOf(all, scores, chooseAmong(grown))
    : blendOf(all, scores, weigh(grown, own.nominal.rows))
  const most = ({ falseAlarmRate, deviation }: Estimated): number => falseAlarmRate + deviation
  const [expected] = estimateAll([taken.scores], goal, seed)
  const [atEase] = estimateAll([taken.scores], { ...goal, eta: Math.max(goal.eta, EASY_ETA) }, seed)
  const [easy, clear] = [most(atEase) <= EASY_RATE, most(expected) <= CLEAR_RATE]
  return { candidate: taken.candidate, scores: taken.scores, expected, estimates, easy, clear }
}

function growing(one: Estimated): Estimated {
  const grown = (surprisal: number): number => 1 + GROWTH * (surprisal - 1)
  const { rates, surprisals } = one.resampled
  return { ...one, surprisal: grown(one.surprisal), resampled: { rates, surprisals: surprisals.map(grown) } }
}

function oneOf(
  all: readonly Candidate[],
  scores: readonly CandidateScores[],
  index: number,
): Pick<Chosen, 'candidate' | 'scores'> {
  return { candidate: all[index], scores: scores[index] }
}
