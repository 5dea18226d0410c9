import type { Samples } from '../../cdf/samples.js'
import { normalQuantile } from '../../numeric/normal.js'
import { substream } from '../../numeric/random.js'
import { clearance, type GateTask } from './gates.js'
import { missRateOf, type WeightedCurve, weighCurves } from './pilot-curve.js'
import type { Gate } from './schedule.js'
import { sharesBelow } from './shares-below.js'

/*
 * Gates for the detector of a pilot: the certificate is rehearsed on samples of the curves that the pilot makes plausible, and those gates are taken that would have cost the
 * fewest false alarms. Everything here is about power; that the pilot's rows certify nothing is all that validity asks.
 */

/** The samples that will certify. */
export interface Rehearsed {
  readonly alpha: number
  readonly nm: number
  /** Whether the number of aliens is known, or is left to chance. */
  readonly aliens: 'known' | 'drawn'
}

const REHEARSALS = 300
/** Rates that are rehearsed, each so many times the one before; the last leaves more than one nominal above. */
const RATE_STEP = 0.93
const LEAST_ABOVE = 1.5
/** Shares of delta that are tried for a further gate, the others then having the rest; a gate must lower the cost by so much. */
const SHARES: readonly number[] = [0.06, 0.12, 0.25, 0.5]
const WORTH = 0.01
const MOST_GATES = 4
/** Steps between gates, at least: nearer ones say the same. */
const APART = 3

/** Gates for the pilot's detector; `alpha` is the share of aliens in the pilot's mixture too, as far as known. A wrong one costs power only. */
export function gatesFrom(pilot: Samples, samples: Rehearsed, task: GateTask): Gate[] {
  const rates: number[] = []
  for (let rate = task.highest; rate * (task.n0 + 1) > LEAST_ABOVE; rate *= RATE_STEP) rates.push(rate)
  if (rates.length === 0) rates.push(task.highest)
  const curves = weighCurves(pilot, samples.alpha)
  const margins = Array.from({ length: REHEARSALS }, (_, i) => rehearse(curves, rates, samples, task, i))
  const cost = (gates: readonly Placed[]): number => costOf(gates, rates, margins, task.delta)
  let best = cheapest(
    rates.map((_, place) => [{ place, share: 1 }]),
    cost,
  )
  while (best.gates.length < MOST_GATES) {
    const next = cheapest(withOneMore(best.gates, rates.length), cost)
    if (!(next.cost < (1 - WORTH) * best.cost)) break
    best = next
  }
  return best.gates.map(({ place, share }) => ({ rate: rates[place], share }))
}

/** A gate by its place among the rates, which fall. */
interface Placed {
  readonly place: number
  readonly share: number
}

function withOneMore(gates: readonly Placed[], places: number): Placed[][] {
  const sets: Placed[][] = []
  for (let place = 0; place < places; place += 2) {
    if (gates.some((gate) => Math.abs(gate.place - place) < APART)) continue
    for (const share of SHARES) {
      const others = gates.map((gate) => ({ ...gate, share: gate.share * (1 - share) }))
      sets.push([...others, { place, share }].sort((a, b) => a.place - b.place))
    }
  }
  return sets
}

function cheapest(
  sets: readonly (readonly Placed[])[],
  cost: (gates: readonly Placed[]) => number,
): { readonly gates: readonly Placed[]; readonly cost: number } {
  let best = { gates: [] as readonly Placed[], cost: Number.POSITIVE_INFINITY }
  for (const gates of sets) {
    const own = cost(gates)
    if (own < best.cost) best = { gates, cost: own }
  }
  return best
}

/** By how many deviations the test is cleared at every rate, in a certificate of samples that are drawn from one of the curves. */
function rehearse(
  curves: readonly WeightedCurve[],
  rates: readonly number[],
  { alpha, nm, aliens }: Rehearsed,
  task: GateTask,
  index: number,
): Float64Array {
  const random = substream(index, 'rehearsal')
  const drawn = random.float()
  const curve = curves.find(({ upTo }) => upTo > drawn) ?? curves[curves.length - 1]
  const spread = aliens === 'known' ? 0 : Math.sqrt(nm * alpha * (1 - alpha)) * random.normal()
  const count = Math.min(nm, Math.max(0, alpha * nm + spread))
  // F0 at the nominal ranks, then the shares of both kinds of mixture rows below.
  const below = rates.map((rate) => 1 - rate)
  const truth = sharesBelow(below, task.n0, random)
  const nominals = sharesBelow(truth, nm - count, random)
  const missed = sharesBelow(
    Array.from(truth, (f0) => (f0 > 0 && f0 < 1 ? missRateOf(curve, f0) : f0)),
    count,
    random,
  )
  return Float64Array.from(rates, (rate, j) => {
    const lower = ((nm - count) * nominals[j] + count * missed[j]) / nm
    return clearance(task, rate, (lower - (1 - alpha) * below[j]) / alpha)
  })
}

/**
 * The mean over the rehearsals of the square root of the certified false alarm rate, 1 where nothing is certified. By the rate itself half of all
 * false alarms fewer would count little where there are few; by its logarithm a refusal would count little.
 */
function costOf(
  gates: readonly Placed[],
  rates: readonly number[],
  margins: readonly Float64Array[],
  delta: number,
): number {
  const own = gates.map(({ share }) => normalQuantile(1 - share * delta))
  const held = new Float64Array(rates.length)
  let share = 0
  for (let place = 0, g = 0; place < rates.length; place++) {
    const before = share
    while (g < gates.length && gates[g].place === place) share += gates[g++].share
    held[place] =
      share === 0
        ? Number.POSITIVE_INFINITY
        : share === before
          ? held[place - 1]
          : normalQuantile(1 - Math.min(share, 1) * delta)
  }
  let sum = 0
  for (const clears of margins) {
    let g = gates.length - 1
    while (g >= 0 && clears[gates[g].place] < own[g]) g--
    if (g < 0) {
      sum += 1
      continue
    }
    let place = gates[g].place
    while (place + 1 < rates.length && clears[place + 1] >= held[place + 1]) place++
    sum += Math.sqrt(rates[place])
  }
  return sum / margins.length
}
