import { checkConfidence, complement } from '../certificates/checks.js'
import { expect } from '../errors.js'
import { anytimeInterval, anytimeLower, anytimeUpper, type Interval } from './anytime.js'

/** What people said of rows that were drawn at random. */
export interface Verdicts {
  readonly alien: number
  readonly nominal: number
  readonly unsure: number
}

export interface ReviewInput {
  /** Rows seen, and how many of them alarmed. */
  readonly rows: number
  readonly alarms: number
  /** Verdicts on alarms drawn at random, and on rows without alarm drawn at random. Others do not count. */
  readonly ofAlarms: Verdicts
  readonly ofOthers: Verdicts
  /** 1 - delta, of each of the three statements by itself. */
  readonly confidence: number
}

export interface Bounded extends Interval {
  /** The share seen, without the unsure; null before the first verdict. */
  readonly estimate: number | null
}

/**
 * Each of precision, alpha and recall holds at all times at once with the confidence asked for; all three together with
 * confidence 1 - 3 delta. `docs/review.md` derives them.
 */
export interface Review {
  readonly confidence: number
  /** The share of aliens among alarms. */
  readonly precision: Bounded
  /** The share of aliens among all rows. */
  readonly alpha: Bounded
  /** The share of aliens that alarm. No alpha is assumed: rows without alarm were audited. */
  readonly recall: Bounded
  /** The share of aliens among the rows that did not alarm, an interval of its own. */
  readonly omission: Bounded
}

/**
 * What verdicts on random draws prove about the alarms and about what they missed. Unsure counts against every bound.
 *
 * @example
 * ```ts
 * const ofAlarms = { alien: 80, nominal: 20, unsure: 0 }
 * const ofOthers = { alien: 1, nominal: 299, unsure: 0 }
 * const { precision, recall } = review({ rows: 10_000, alarms: 1000, ofAlarms, ofOthers, confidence: 0.95 })
 * precision.estimate // => 0.8
 * recall.lower // => 0.6690…
 * ```
 */
export function review(input: ReviewInput): Review {
  const { rows, alarms, ofAlarms, ofOthers, confidence } = input
  checkConfidence(confidence)
  checkCounts(input)
  const delta = complement(confidence)
  const rate = rows === 0 ? null : alarms / rows
  const precision = share(ofAlarms)
  const omission = share(ofOthers)
  const found = rate === null || precision === null ? null : rate * precision
  const missed = rate === null || omission === null ? null : (1 - rate) * omission
  const both = found === null || missed === null ? null : found + missed
  return {
    confidence,
    precision: { estimate: precision, ...interval(ofAlarms, delta) },
    alpha: { estimate: both, ...alphaInterval(input, delta) },
    recall: { estimate: both === null || both === 0 ? null : found! / both, ...recallInterval(input, delta) },
    omission: { estimate: omission, ...interval(ofOthers, delta) },
  }
}

/** Five events share delta: the interval of the alarm rate, and both bounds for each kind of row. */
function alphaInterval({ rows, alarms, ofAlarms, ofOthers }: ReviewInput, delta: number): Interval {
  const part = delta / 5
  const rate = { lower: anytimeLower(alarms, rows, part / 2), upper: anytimeUpper(alarms, rows, part / 2) }
  // alpha = rate p + (1 - rate) o is linear in the rate: its extremes over an interval lie at the ends.
  const mix = (p: number, o: number): number[] => [rate.lower, rate.upper].map((a) => a * p + (1 - a) * o)
  return {
    lower: Math.min(...mix(least(ofAlarms, part), least(ofOthers, part))),
    upper: Math.min(1, Math.max(...mix(most(ofAlarms, part), most(ofOthers, part)))),
  }
}

/** recall = rate p / (rate p + (1 - rate) o) rises in the rate and in p and falls in o: three bounds below, three above. */
function recallInterval({ rows, alarms, ofAlarms, ofOthers }: ReviewInput, delta: number): Interval {
  const part = delta / 6
  const lower = caught(anytimeLower(alarms, rows, part), least(ofAlarms, part), most(ofOthers, part))
  const upper = caught(anytimeUpper(alarms, rows, part), most(ofAlarms, part), least(ofOthers, part))
  return { lower, upper: upper === 0 ? 1 : upper }
}

function caught(rate: number, precision: number, omission: number): number {
  const found = rate * precision
  return found === 0 ? 0 : found / (found + (1 - rate) * omission)
}

/**
 * A lower bound on recall when every row without alarm is audited with probability `audited`, and every alarm is
 * labelled (or with probability `labelled`), independently of all else: of the aliens that were found, row by row,
 * `byAudit` did not alarm. Each found alien is of that kind with probability s = r (1 - recall) / (r (1 - recall) + recall),
 * r = audited / labelled, so a bound on s is one on recall: neither alpha nor the alarm rate is needed.
 *
 * @example
 * ```ts
 * recallFromFound({ found: 95, byAudit: 4, audited: 0.5 }, 0.9).lower // => 0.7958…
 * ```
 */
export function recallFromFound(
  { found, byAudit, audited, labelled = 1 }: Found,
  confidence: number,
): { readonly estimate: number | null; readonly lower: number } {
  checkConfidence(confidence)
  const rates = [audited, labelled].every((rate) => rate > 0 && rate <= 1)
  expect(rates, 'bad-argument', `audit and label rates must be in (0, 1], got ${audited} and ${labelled}`)
  const ratio = audited / labelled
  const recallAt = (s: number): number => (ratio * (1 - s)) / (ratio * (1 - s) + s)
  const lower = recallAt(anytimeUpper(byAudit, found, complement(confidence)))
  return { estimate: found === 0 ? null : recallAt(byAudit / found), lower }
}

export interface Found {
  readonly found: number
  readonly byAudit: number
  readonly audited: number
  readonly labelled?: number
}

function interval({ alien, nominal, unsure }: Verdicts, delta: number): Interval {
  return anytimeInterval({ yes: alien, no: nominal, unsure }, delta)
}

function least({ alien, nominal, unsure }: Verdicts, delta: number): number {
  return anytimeLower(alien, alien + nominal + unsure, delta)
}

function most({ alien, nominal, unsure }: Verdicts, delta: number): number {
  return anytimeUpper(alien + unsure, alien + nominal + unsure, delta)
}

function share({ alien, nominal }: Verdicts): number | null {
  return alien + nominal === 0 ? null : alien / (alien + nominal)
}

function checkCounts({ rows, alarms, ofAlarms, ofOthers }: ReviewInput): void {
  const numbers = [
    rows,
    alarms,
    ...[ofAlarms, ofOthers].flatMap(({ alien, nominal, unsure }) => [alien, nominal, unsure]),
  ]
  const whole = numbers.every((value) => Number.isSafeInteger(value) && value >= 0)
  expect(
    whole && alarms <= rows,
    'bad-argument',
    `counts must be whole numbers, alarms at most rows; got ${numbers.join(', ')}`,
  )
}
