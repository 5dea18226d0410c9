import type { Samples } from '../cdf/samples.js'
import { expect } from '../errors.js'
import { normalCdf, normalQuantile } from '../numeric/normal.js'
import { deviationAt } from './exact/planning.js'
import { type Design, gateTask } from './exact/start.js'
import type { Sizes } from './planner.js'
import { chooseGates, clearance, type GateTask } from './walk/gates.js'

/*
 * What a promise would take by the curves that were observed, instead of those of a detector that one hopes to have. Powers are normal approximations, and the
 * curves are estimates: this is advice, no certificate rests on it.
 */

/** The miss rate that a detector shows at a false alarm rate. */
export type MissRateAt = (falseAlarmRate: number) => number

/** The miss rates that the samples show: Fa_hat at the nominal quantiles, made non-increasing as the rate grows. */
export function observedMissRate({ nominal, mixture }: Samples, alpha: number): MissRateAt {
  const n0 = nominal.length
  const missAt = (rate: number): number => {
    const rank = Math.min(n0, Math.max(1, Math.round((1 - rate) * n0)))
    const tau = nominal.at(rank - 1)
    const missed = mixture.countAtMost(tau) / mixture.length - ((1 - alpha) * nominal.countAtMost(tau)) / n0
    return Math.min(1, Math.max(0, missed / alpha))
  }
  return missRateThrough(RATES, RATES.map(missAt))
}

/** Rates at which curves are read: an even grid, fine enough for advice. */
export const RATES: readonly number[] = Array.from({ length: 199 }, (_, k) => (k + 1) / 200)

/** A curve through points, rates ascending: non-increasing (the least that any lower or equal rate has shown), linear between. */
export function missRateThrough(rates: readonly number[], misses: readonly number[]): MissRateAt {
  const least: number[] = []
  for (const miss of misses) least.push(Math.min(miss, least[least.length - 1] ?? 1))
  return (rate) => {
    const k = rates.findIndex((r) => r >= rate)
    if (k < 0) return 0
    if (k === 0) return Math.max(least[0], 1 - ((1 - least[0]) * rate) / rates[0])
    const t = (rate - rates[k - 1]) / (rates[k] - rates[k - 1])
    return least[k - 1] + t * (least[k] - least[k - 1])
  }
}

/** The curve of a detector whose CDFs are known at ascending scores. */
export function missRateFrom(
  { f0, fm }: { readonly f0: readonly number[]; readonly fm: readonly number[] },
  alpha: number,
): MissRateAt {
  const points = f0
    .map((p, k) => ({ rate: 1 - p, miss: Math.min(1, Math.max(0, (fm[k] - (1 - alpha) * p) / alpha)) }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => a.rate - b.rate)
  expect(points.length > 0, 'bad-argument', 'the curves have no point below a nominal score')
  return missRateThrough(
    points.map(({ rate }) => rate),
    points.map(({ miss }) => miss),
  )
}

/** The false alarm rate at which a detector misses eta of the aliens. */
export function rateAtMiss(missAt: MissRateAt, eta: number): number {
  return RATES.find((rate) => missAt(rate) <= eta) ?? RATES[RATES.length - 1]
}

/** What the power of a walk rests on, by sizes and promise. */
export interface WalkLaw {
  task(design: Design): GateTask
  /** The standard deviation of Fa_hat where F0 = 1 - rate and the true miss rate is `miss`. */
  deviation(design: Design, rate: number, miss: number): number
}

const exactLaw: WalkLaw = { task: gateTask, deviation: deviationAt }

/** The chance that a certificate, the exact one by default, is issued from one of its gates. */
export function observedPower(design: Design, missAt: MissRateAt, law: WalkLaw = exactLaw): number {
  const task = law.task(design)
  const { eta, delta } = design
  let best = 0
  for (const { rate, share } of chooseGates(task)) {
    const miss = missAt(rate)
    const spare = clearance(task, rate, miss) - normalQuantile(1 - share * delta)
    const scale = task.deviation(1 - rate) / law.deviation(design, rate, Math.min(miss, eta))
    best = Math.max(best, normalCdf(spare * scale))
  }
  return best
}

const LARGEST = 1e12
/** The chance of a certificate that advice is for. */
export const POWER = 0.9

/** The smallest sizes in the ratio of these, and larger than them, that would carry the promise by the observed curves; null when none would: the detector is the limit. */
export function sizesByCurves(design: Design, missAt: MissRateAt, law: WalkLaw = exactLaw): Sizes | null {
  return largerSizes(design, (sizes) => observedPower({ ...design, ...sizes }, missAt, law) >= POWER)
}

/** The smallest sizes in the ratio of these, and larger than them, that are enough; null when none are. */
export function largerSizes({ n0: least, nm }: Sizes, isEnough: (sizes: Sizes) => boolean): Sizes | null {
  const ratio = nm / least
  const sizes = (n0: number): Sizes => ({ n0, nm: Math.max(1, Math.ceil(ratio * n0)) })
  const enough = (n0: number): boolean => isEnough(sizes(n0))
  let low = least
  let high = Math.ceil(1.1 * low) + 1
  while (!enough(high)) {
    low = high
    high *= 2
    if (high > LARGEST) return null
  }
  while (high - low > 1 + low / 100) {
    const n0 = Math.floor((low + high) / 2)
    if (enough(n0)) high = n0
    else low = n0
  }
  return sizes(high)
}
