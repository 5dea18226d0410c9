import type { Samples } from '../../cdf/samples.js'
import { normalQuantile } from '../../numeric/normal.js'
import { substream } from '../../numeric/random.js'
import { complement } from '../checks.js'
import { gateTask } from '../exact/start.js'
import { placeGates } from '../placed-gates.js'
import { clearance } from '../walk/gates.js'
import { HIGHEST_RATE, rankAtRate } from '../walk/ranks.js'
import type { Gate } from '../walk/schedule.js'
import { sharesBelow } from '../walk/shares-below.js'
import { fittedLaws, type Law } from './fitted-laws.js'
import { resampledLaws } from './resampled-laws.js'

/*
 * What a certificate will probably say of rows that nobody has looked at, by a pilot: the exact certificate is rehearsed on
 * samples of their sizes, drawn from laws that the pilot makes plausible, with the gates that it will have. So the noise of the pilot and
 * that of the certified rows are both in the answer, and a refusal is an answer. Tests are normal approximations: this is a
 * forecast, and certifies nothing.
 */

export interface ForecastInput {
  /** Scores of rows that certify nothing, by the detector that is to be certified. */
  readonly pilot: Samples
  /** The share of aliens in the mixture, or an upper bound on it. */
  readonly alpha: number
  /** The sizes of the samples that will certify. */
  readonly n0: number
  readonly nm: number
}

export interface Forecast {
  /** The false alarm rates of the rehearsals that were certified, ascending. */
  readonly rates: Float64Array
  /** The share of rehearsals that were refused. */
  readonly refused: number
}

/** Half of them by laws that were fitted to the pilot, half by its rows drawn again. */
const REHEARSALS = 200
/** Ranks that are rehearsed: each leaves so many times the nominals above that the one before does. */
const STEP = 0.95

/** Answers for any recall and confidence at one alpha, from the same rehearsals. */
export function forecaster({ pilot, alpha, n0, nm }: ForecastInput): (recall: number, confidence: number) => Forecast {
  const ranks = ranksOf(n0)
  const drawn = rehearse({ pilot, alpha, n0, nm }, ranks)
  return (recall, confidence) => {
    const gates = placeGates({ pilot, alpha, recall, confidence, n0, nm })
    const task = gateTask({ alpha, eta: complement(recall), delta: complement(confidence), n0, nm })
    const hurdles = hurdlesOf(gates, ranks, n0, task.delta)
    const rates: number[] = []
    for (const missed of drawn) {
      const clears = (place: number): number => clearance(task, 1 - ranks[place] / (n0 + 1), missed[place])
      const place = walk(hurdles, clears)
      if (place >= 0) rates.push((n0 + 1 - ranks[place]) / n0)
    }
    return { rates: Float64Array.from(rates).sort(), refused: (drawn.length - rates.length) / drawn.length }
  }
}

function ranksOf(n0: number): number[] {
  const ranks = [rankAtRate(n0, HIGHEST_RATE)]
  for (let rate = HIGHEST_RATE * STEP; ranks[ranks.length - 1] < n0; rate *= STEP) {
    const rank = rankAtRate(n0, rate)
    if (rank > ranks[ranks.length - 1]) ranks.push(rank)
  }
  return ranks
}

/** The estimated miss rate at every rank, in every rehearsal. */
function rehearse({ pilot, alpha, n0, nm }: ForecastInput, ranks: readonly number[]): Float64Array[] {
  const below = ranks.map((rank) => rank / (n0 + 1))
  const laws = [fittedLaws(pilot, alpha), resampledLaws(pilot, alpha)]
  return Array.from({ length: REHEARSALS }, (_, i) => {
    const random = substream(i, 'forecast')
    const law: Law = laws[i % laws.length](random)
    const truth = sharesBelow(below, n0, random)
    const lower = sharesBelow(truth.map(law), nm, random)
    return lower.map((share, place) => (share - (1 - alpha) * below[place]) / alpha)
  })
}

/** By how many deviations the tests are to be cleared. */
interface Hurdles {
  /** Where the walk may set out, in the order of the ranks. */
  readonly gates: readonly { readonly place: number; readonly hurdle: number }[]
  /** At each rank, for a walk that comes to it. */
  readonly held: Float64Array
}

function hurdlesOf(gates: readonly Gate[], ranks: readonly number[], n0: number, delta: number): Hurdles {
  const hurdle = (share: number): number => normalQuantile(1 - Math.min(1, share) * delta)
  const own = new Map<number, number>()
  for (const { rate, share } of gates) {
    const rank = rankAtRate(n0, rate)
    const next = ranks.findIndex((each) => each >= rank)
    const place = next < 0 ? ranks.length - 1 : next
    own.set(place, (own.get(place) ?? 0) + share)
  }
  let share = 0
  return {
    gates: [...own].sort(([a], [b]) => a - b).map(([place, part]) => ({ place, hurdle: hurdle(part) })),
    held: Float64Array.from(ranks, (_, place) => {
      share += own.get(place) ?? 0
      return share === 0 ? Number.POSITIVE_INFINITY : hurdle(share)
    }),
  }
}

/** The place of the last rank that is certified, or -1. */
function walk({ gates, held }: Hurdles, clears: (place: number) => number): number {
  const from = gates.findLast(({ place, hurdle }) => clears(place) >= hurdle)
  if (from === undefined) return -1
  let { place } = from
  while (place + 1 < held.length && clears(place + 1) >= held[place + 1]) place++
  return place
}
