import { type Random, substream } from '@xenolith/core'
import { log } from '@xenolith/core/internals'

/** Scores of a candidate on the rows that choose. */
export interface CandidateScores {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
}

/** The same made of both samples. */
export function bothSamples(make: (pick: (one: CandidateScores) => Float64Array) => Float64Array): CandidateScores {
  return { nominal: make(({ nominal }) => nominal), mixture: make(({ mixture }) => mixture) }
}

/** What a candidate would cost, with the scatter of the estimate and of its difference from the best. */
export interface Estimated {
  readonly falseAlarmRate: number
  readonly deviation: number
  /** Standard deviation of its excess over the best candidate; 0 for the best itself. */
  readonly excessDeviation: number
  /**
   * The mean over the mixture of minus the log of the share of nominal rows that score higher; 1 if no row is alien. It asks
   * how far up the aliens are rather than where the last of them is, needs no alpha and scatters far less than the rate.
   */
  readonly surprisal: number
  /** Rate and surprisal on each resample of the rows. */
  readonly resampled: { readonly rates: Float64Array; readonly surprisals: Float64Array }
}

/** What is asked of the aliens. */
export interface Goal {
  readonly alpha: number
  /** The miss rate to aim at. */
  readonly eta: number
}

const RESAMPLES = 60

/**
 * The false alarm rate around the wanted recall, read off the alien CDF, for every candidate on the same rows: the mean
 * over bootstrap resamples, which are the same rows for all candidates, so that what they share cancels in differences.
 */
export function estimateAll(all: readonly CandidateScores[], goal: Goal, seed: number): Estimated[] {
  const ranked = all.map(rank)
  const rows = { nominal: all[0].nominal.length, mixture: all[0].mixture.length }
  const resampled = ranked.map(() => ({ rates: new Float64Array(RESAMPLES), surprisals: new Float64Array(RESAMPLES) }))
  for (let b = 0; b < RESAMPLES; b++) {
    const random = substream(seed, 'choice', b)
    const weights = { nominal: resample(rows.nominal, random), mixture: resample(rows.mixture, random) }
    ranked.forEach((one, c) => {
      const { rate, surprisal } = assess(one, weights, goal)
      resampled[c].rates[b] = rate
      resampled[c].surprisals[b] = surprisal
    })
  }
  const means = resampled.map(({ rates }) => meanOf(rates))
  const best = means.indexOf(Math.min(...means))
  const once = { nominal: new Float64Array(rows.nominal).fill(1), mixture: new Float64Array(rows.mixture).fill(1) }
  return means.map((mean, c) => ({
    falseAlarmRate: mean,
    deviation: deviationOf(resampled[c].rates),
    excessDeviation: deviationOf(resampled[c].rates.map((rate, b) => rate - resampled[best].rates[b])),
    surprisal: assess(ranked[c], once, goal).surprisal,
    resampled: resampled[c],
  }))
}

interface Weights {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
}

/** Pooled scores, ascending: of which row, and of which sample. */
interface Ranked {
  readonly row: Int32Array
  readonly isMixture: Uint8Array
  /** Whether the next score is higher: ties are passed together. */
  readonly ends: Uint8Array
}

function rank({ nominal, mixture }: CandidateScores): Ranked {
  const n0 = nominal.length
  const count = n0 + mixture.length
  const at = (i: number): number => (i < n0 ? nominal[i] : mixture[i - n0])
  const order = Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => at(a) - at(b) || a - b)
  return {
    row: order.map((i) => (i < n0 ? i : i - n0)),
    isMixture: Uint8Array.from(order, (i) => (i < n0 ? 0 : 1)),
    ends: Uint8Array.from(order, (i, k) => (k + 1 === count || at(order[k + 1]) > at(i) ? 1 : 0)),
  }
}

/** Miss rates from the wanted one on, in multiples of it: the mean over them scatters far less than the one alone. */
const MULTIPLES = [1, 2, 3, 4, 6]
/** No miss rate that is asked for is larger. */
const MOST_MISSED = 0.9

/**
 * On weighted rows: the share of nominals above the highest score at which the alien CDF is small enough (Algorithm 1), and
 * the surprisal of the mixture, where a tie counts as half above.
 */
function assess(
  { row, isMixture, ends }: Ranked,
  weights: Weights,
  { alpha, eta }: Goal,
): { readonly rate: number; readonly surprisal: number } {
  const all0 = total(weights.nominal)
  const allM = total(weights.mixture)
  const below = MULTIPLES.map(() => 0)
  let surprisal = 0
  let [below0, belowM] = [0, 0]
  let [tied0, tiedM] = [0, 0]
  for (let k = 0; k < row.length; k++) {
    if (isMixture[k] === 1) tiedM += weights.mixture[row[k]]
    else tied0 += weights.nominal[row[k]]
    if (ends[k] === 0) continue
    surprisal -= tiedM * log(1 - (below0 + tied0 / 2) / (all0 + 1))
    below0 += tied0
    belowM += tiedM
    ;[tied0, tiedM] = [0, 0]
    const missed = (belowM / allM - ((1 - alpha) * below0) / all0) / alpha
    MULTIPLES.forEach((multiple, q) => {
      if (missed <= Math.min(MOST_MISSED, multiple * eta)) below[q] = below0
    })
  }
  const rate = below.reduce((sum, b) => sum + 1 - b / all0, 0) / MULTIPLES.length
  return { rate, surprisal: surprisal / allM }
}

function total(weights: Float64Array): number {
  return weights.reduce((sum, w) => sum + w, 0)
}

function resample(rows: number, random: Random): Float64Array {
  const weights = new Float64Array(rows)
  for (let i = 0; i < rows; i++) weights[random.below(rows)]++
  return weights
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}

function deviationOf(values: Float64Array): number {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / (values.length - 1))
}
