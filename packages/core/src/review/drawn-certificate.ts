import type { NominalRanks } from '../cdf/nominal-ranks.js'
import { type Audit, directBound } from '../certificates/audit/audit.js'
import { checkConfidence, checkRecall, complement } from '../certificates/checks.js'
import { expect, XenolithError } from '../errors.js'
import { betaQuantile } from '../numeric/beta.js'
import { clopperPearsonUpper } from '../numeric/clopper-pearson.js'
import { sortedCopy } from '../numeric/sort.js'

export interface DrawnInput {
  /** Scores of rows drawn at random from all rows, and what a person said of each. All of them: a draw is judged to its end. */
  readonly scores: readonly number[]
  readonly verdicts: readonly ('alien' | 'nominal' | 'unsure')[]
  readonly recall: number
  readonly confidence: number
  /** Which draw of the stream this is, from 1: later ones spend less of delta, so that all of them together spend delta once. */
  readonly attempt: number
  readonly ranks: NominalRanks
}

/** A promise from labelled aliens alone; it needs no alpha and no mixture. */
export interface DrawnCertificate {
  readonly certified: true
  readonly method: 'audit'
  readonly tau: number
  readonly recall: number
  readonly eta: number
  readonly delta: number
  /** What this draw spent of delta: on the threshold and on the bound on alpha. */
  readonly spent: { readonly threshold: number; readonly alpha: number }
  /** An upper bound on the share of aliens, with which the stream is watched. */
  readonly alpha: number
  readonly alphaSource: 'audit'
  readonly n0: number
  readonly nm: number
  /** Of nominal rows, at the last watched rank at or below tau, and its upper bound: a statement of its own at 1 - delta. */
  readonly falseAlarmRate: number
  readonly falseAlarmRateUpper: number
  readonly alarmRate: number
  readonly audit: {
    readonly labelled: number
    readonly aliens: number
    readonly unsure: number
    readonly route: 'direct'
  }
  readonly attempt: number
  readonly assumptions: readonly string[]
}

/** Sum of 1/j^2 over all j. */
const BASEL = 1.6449340668482264

/**
 * The certificate of a finished draw, or a refusal that says what is missing.
 *
 * @example
 * ```ts
 * const ranks = nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i / 1000))
 * const verdicts = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 'alien' : 'nominal') as 'alien' | 'nominal')
 * const scores = verdicts.map((verdict, i) => (verdict === 'alien' ? 2 : 0) + i / 1000)
 * certifyDrawn({ scores, verdicts, recall: 0.8, confidence: 0.8, attempt: 1, ranks }).certified // => true
 * ```
 */
export function certifyDrawn(input: DrawnInput): DrawnCertificate {
  const { scores, verdicts, recall, confidence, attempt, ranks } = input
  checkRecall(recall)
  checkConfidence(confidence)
  expect(
    Number.isSafeInteger(attempt) && attempt >= 1,
    'bad-argument',
    `attempt must be a whole number from 1, got ${attempt}`,
  )
  expect(
    scores.length > 0 && scores.length === verdicts.length,
    'bad-argument',
    `${scores.length} scores with ${verdicts.length} verdicts`,
  )
  const eta = complement(recall)
  const delta = complement(confidence)
  const share = delta / (BASEL * attempt * attempt)
  const spent = { threshold: 0.9 * share, alpha: 0.1 * share }
  const of = (verdict: string): Float64Array => sortedCopy(scores.filter((_, i) => verdicts[i] === verdict))
  const audit: Audit = { labelled: scores.length, alienScores: of('alien'), unsureScores: of('unsure') }
  const bound = directBound(audit, eta, spent.threshold)
  // At most eta of all aliens score strictly below the bound, so any threshold below it will do: the largest score we know.
  const tau = Math.max(Number.NEGATIVE_INFINITY, ...[...scores, ...ranks.score].filter((score) => score < bound))
  if (!(tau > Number.NEGATIVE_INFINITY)) {
    const aliens = audit.alienScores.length
    throw new XenolithError(
      'not-certifiable',
      `${scores.length} drawn rows with ${aliens} aliens and ${audit.unsureScores.length} unsure do not carry a recall of ${recall}; draw more`,
    )
  }
  const covered = ranks.score.filter((score) => score <= tau).length
  const rank = covered === 0 ? 0 : ranks.rank[covered - 1]
  const least = rank === 0 ? 0 : betaQuantile(delta / ranks.rank.length, rank, ranks.n0 + 1 - rank)
  return {
    certified: true,
    method: 'audit',
    tau,
    recall,
    eta,
    delta,
    spent,
    alpha: clopperPearsonUpper(audit.alienScores.length + audit.unsureScores.length, scores.length, spent.alpha),
    alphaSource: 'audit',
    n0: ranks.n0,
    nm: scores.length,
    falseAlarmRate: 1 - rank / ranks.n0,
    falseAlarmRateUpper: 1 - least,
    alarmRate: scores.filter((score) => score > tau).length / scores.length,
    audit: {
      labelled: scores.length,
      aliens: audit.alienScores.length,
      unsure: audit.unsureScores.length,
      route: 'direct',
    },
    attempt,
    assumptions: [
      'The drawn rows are a uniform random sample of the rows of the stream, which are independent draws from one distribution.',
      'Future aliens come from the same distribution as the aliens among them; an adversary who chooses aliens after seeing the threshold is not covered.',
      'Verdicts are right; rows that were unsure may be either, and the worst is assumed.',
      'All draws of a stream together spend delta once, whichever of them are certified.',
    ],
  }
}
