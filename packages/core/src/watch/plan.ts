import { checkRanks, type NominalRanks } from '../cdf/nominal-ranks.js'
import { checkAlpha, checkConfidence, complement } from '../certificates/checks.js'
import { betaQuantile } from '../numeric/beta.js'

/** A closed range of scores that at least `atLeast` of all rows must fall in while the certificate's assumptions hold. */
export interface Region {
  /** Positions in `edges`; -1 and edges.length stand for minus and plus infinity. */
  readonly from: number
  readonly to: number
  /** The nominal levels of its ends, for words: 0 and 1 at the ends of the range. */
  readonly levels: readonly [number, number]
  readonly atLeast: number
}

/** What is watched, fixed when the certificate is issued and before any row arrives. */
export interface WatchPlan {
  readonly delta: number
  readonly alpha: number
  readonly tau: number
  /** Distinct watched nominal scores, ascending. */
  readonly edges: readonly number[]
  readonly regions: readonly Region[]
  /** At most this share of rows may alarm; 1 where the nominal scores bound nothing. */
  readonly alarmsAtMost: number
}

export interface WatchInput {
  /** Of the nominal scores that the certificate was made with. */
  readonly ranks: NominalRanks
  /** The largest share of aliens that the stream may hold. */
  readonly alpha: number
  readonly tau: number
  /** Under unchanged conditions the certificate is voided with probability at most 1 - confidence, ever. */
  readonly confidence: number
}

/** Ranks further up serve thresholds; as regions they hold too little to miss. */
const HIGHEST_LEVEL = 0.95
/** Stretches in between reach over so many steps of the ranks. */
const STRETCH = 2

/**
 * With up to alpha of the rows arbitrary, only deficits can be tested: Q(S) >= (1 - alpha) F0(S). S is closed, between
 * nominal ranks a < b: F0(S) >= U_(b) - U_(a) for the uniform order statistics behind the scores, ties or not, and
 * U_(b) - U_(a) ~ Beta(b - a, n0 + 1 - b + a). Half of delta is spent on lower bounds of these, all at once; the other
 * half is left to the evidence of the rows.
 *
 * @example
 * ```ts
 * const ranks = nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i))
 * const plan = planWatch({ ranks, alpha: 0.2, tau: 900, confidence: 0.95 })
 * readWatch(plan, []).state // => 'valid'
 * ```
 */
export function planWatch({ ranks, alpha, tau, confidence }: WatchInput): WatchPlan {
  checkAlpha(alpha)
  checkConfidence(confidence)
  checkRanks(ranks)
  const { n0, rank, score } = ranks
  const delta = complement(confidence)
  const level = (r: number): number => r / (n0 + 1)
  const edges = score.filter((s, i) => i === 0 || s > score[i - 1])
  const edgeOf = (i: number): number => edges.indexOf(score[i])
  const spans = regionRanks(rank, n0)
  // The regions from below are bounded by the ranks that bound F0 itself; the others are events of their own.
  const part = delta / 2 / (rank.length + spans.filter(([a]) => a !== -1).length)
  const atLeast = (gap: number): number => betaQuantile(part, gap, n0 + 1 - gap)
  const regions = spans.map(([a, b]): Region => {
    const [low, high] = [a === -1 ? 0 : rank[a], b === rank.length ? n0 + 1 : rank[b]]
    const share = (1 - alpha) * atLeast(high - low)
    return {
      from: a === -1 ? -1 : edgeOf(a),
      to: b === rank.length ? edges.length : edgeOf(b),
      levels: [level(low), level(high)],
      atLeast: share,
    }
  })
  // Every rank bounds F0 from below at once, so the last one at or below tau serves, however tau was chosen.
  const covered = score.filter((s) => s <= tau).length
  const nominalAbove = covered === 0 ? 1 : 1 - atLeast(rank[covered - 1])
  return {
    delta,
    alpha,
    tau,
    edges,
    regions: regions.filter((region) => region.atLeast > 0),
    alarmsAtMost: alpha + (1 - alpha) * nominalAbove,
  }
}

/** From below, to the top, and short stretches in between, as positions in the list of ranks. */
function regionRanks(rank: readonly number[], n0: number): [number, number][] {
  const bulk = [...rank.keys()].filter((i) => rank[i] <= HIGHEST_LEVEL * (n0 + 1))
  return [
    ...bulk.map((i): [number, number] => [-1, i]),
    ...bulk.map((i): [number, number] => [i, rank.length]),
    ...bulk.slice(0, -STRETCH).map((i): [number, number] => [i, i + STRETCH]),
  ]
}
