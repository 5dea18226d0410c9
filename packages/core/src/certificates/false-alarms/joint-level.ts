import { betaQuantile } from '../../numeric/beta.js'
import { binomialPmf } from '../../numeric/binomial.js'

/*
 * At which level may several order statistics be bounded from below, so that all bounds hold together with probability
 * 1 - delta? U_(r) of n uniform scores lies below its `level`-quantile l_r when at least r scores are <= l_r, so the bounds
 * at ranks r_1 < ... < r_m hold together when N(l_j) < r_j for all j, N(x) counting the scores <= x. N(l_1), N(l_2), ... is a Markov chain:
 * given N(l_j) = i, N(l_{j+1}) - i ~ Bin(n - i, (l_{j+1} - l_j)/(1 - l_j)). Its law is carried from rank to rank,
 * what crosses being left out, what lies further out than WINDOW deviations too: left out counts as failed, so that the
 * rounding is on the safe side. No sample is needed, only n, the ranks and delta.
 */

/** States further from their mean than this, in deviations, are given up: about 1e-11 at each rank. */
const WINDOW = 6.8
/** The failure probability is brought this close to delta, from below. */
const PRECISION = 0.002
/** Where to start, as a multiple of delta / m, and how often to correct before Bonferroni's level has to do. */
const TYPICAL_GAIN = 3
const ROUNDS = 20
/** For rounding: a failure probability this much larger than computed is assumed. */
const ROUNDING = 1e-9

/** P(some U_(r) is below its `level`-quantile), from above, for ascending ranks among n. */
export function jointFailure(n: number, ranks: readonly number[], level: number): number {
  let at = 0
  let first = 0
  let chances: Float64Array = Float64Array.of(1)
  for (const rank of ranks) {
    const next = betaQuantile(level, rank, n + 1 - rank)
    const moved = advance({ n, at, first, chances }, next, rank)
    at = next
    first = moved.first
    chances = moved.chances
  }
  let kept = 0
  for (let i = 0; i < chances.length; i++) kept += chances[i]
  return 1 - kept + ROUNDING
}

interface Chain {
  readonly n: number
  /** Where scores were counted up to, and the chances of `first`, `first` + 1, ... scores there without a failure. */
  readonly at: number
  readonly first: number
  readonly chances: Float64Array
}

/** The chances of 0 .. rank - 1 scores up to `next`, as far as they are not negligible. */
function advance({ n, at, first, chances }: Chain, next: number, rank: number): Pick<Chain, 'first' | 'chances'> {
  const mean = n * next
  const reach = WINDOW * Math.sqrt(mean * (1 - next)) + WINDOW
  const low = Math.max(0, Math.floor(mean - reach))
  const moved = new Float64Array(Math.max(0, rank - low))
  const share = (next - at) / (1 - at)
  const odds = share / (1 - share)
  for (let s = 0; s < chances.length; s++) {
    const from = first + s
    const left = n - from
    const centre = Math.min(left, Math.floor((left + 1) * share))
    const width = WINDOW * Math.sqrt(left * share * (1 - share)) + WINDOW
    const peak = chances[s] * binomialPmf(centre, left, share)
    // From the most likely number outwards, each chance from the one before.
    const highest = Math.min(rank - 1 - from, Math.ceil(centre + width), left)
    for (let d = centre, chance = peak; d <= highest; d++) {
      if (from + d >= low) moved[from + d - low] += chance
      chance *= ((left - d) / (d + 1)) * odds
    }
    const lowest = Math.max(low - from, Math.floor(centre - width), 0)
    for (let d = centre, chance = peak; d > lowest; ) {
      chance *= d / ((left - d + 1) * odds)
      d--
      if (from + d < rank) moved[from + d - low] += chance
    }
  }
  return { first: low, chances: moved }
}

/** The largest level at which all bounds at these ranks hold together with probability 1 - delta, less a little. */
export function jointLevel(n: number, ranks: readonly number[], delta: number): number {
  const bonferroni = delta / ranks.length
  if (ranks.length === 1) return delta
  let level = Math.min(delta, TYPICAL_GAIN * bonferroni)
  for (let round = 0; round < ROUNDS; round++) {
    const failure = jointFailure(n, ranks, level)
    if (failure <= delta && failure >= (1 - 2 * PRECISION) * delta) return level
    // The failure probability is nearly proportional to the level.
    level = Math.min(delta, Math.max(bonferroni, (level * (1 - PRECISION) * delta) / failure))
  }
  return bonferroni
}
