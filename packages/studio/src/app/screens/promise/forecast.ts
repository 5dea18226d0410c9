import { HIGHEST_RATE, normalQuantile } from '@xenolith/core/internals'
import type { Curve } from '../../worker/curve.ts'
import type { Promised } from '../../worker/seal.ts'

/*
 * What the sealed rows will probably say, read off the pilot: estimates, and none of them certifies anything. At a
 * threshold the exact certificate asks that the estimated miss rate, plus a margin of so many deviations at the sealed
 * sizes, be at most eta. The noise of both is the band: that of the pilot, which forecasts, and that of the rows that will answer.
 */

export interface Sizes {
  readonly n0: number
  readonly nm: number
}

/** The pilot, ready for many questions at one alpha. */
export interface Outlook {
  readonly alpha: number
  readonly f0: Float64Array
  /** The aliens' distribution at the same scores, made to rise. */
  readonly miss: Float64Array
  /** One deviation between what the pilot shows and what the sealed rows will. */
  readonly noise: Float64Array
  /** One deviation at the sizes that certify. */
  readonly margin: Float64Array
}

export interface Price {
  /** The share of ordinary rows that alarm. */
  readonly falseAlarmRate: number
  /** The same were the draw of both parts luckier, or less lucky (one deviation and a third: about 80 of 100 lie between where the detector is good, fewer where it is weak or the pilot small). */
  readonly low: number
  readonly high: number
  /** Whether a less lucky draw would be refused: `high` is 1 then, and no more than that. */
  readonly cutOff: boolean
}

const BAND = 1.2816
/** The walk has all of delta only once it has passed a gate, which holds a part: where none is passed, the promise is refused. */
const GATE = 0.25

export function outlookOf(curve: Curve, alpha: number, pilot: Sizes, sealed: Sizes): Outlook {
  const { f0, fm } = curve
  const share = shareIn(curve, alpha)
  const raw = fm.map((m, i) => (m - (1 - share) * f0[i]) / share)
  const miss = rising(raw)
  const deviation = (sizes: Sizes) => miss.map((share, i) => deviationOf(alpha, f0[i], share, sizes))
  const [own, margin] = [deviation(pilot), deviation(sealed)]
  return { alpha, f0, miss, noise: own.map((one, i) => Math.hypot(one, margin[i])), margin }
}

/** Between these shares of ordinary rows below a threshold hardly any alien lies lower. */
const MIDDLE = [0.5, 0.95] as const

/**
 * The share of aliens in the pilot itself: as said, unless by the luck of its draw it holds more. Then fewer rows than
 * could be lie below most thresholds, as if less than none of the aliens did, and the forecast would be too cheap.
 */
function shareIn({ f0, fm }: Curve, alpha: number): number {
  let [sum, points] = [0, 0]
  f0.forEach((share, i) => {
    if (share < MIDDLE[0] || share > MIDDLE[1]) return
    sum += (share - fm[i]) / share
    points++
  })
  return points === 0 ? alpha : Math.max(alpha, sum / points)
}

/** What a promise will probably cost; null: it will probably be refused. */
export function priceOf(outlook: Outlook, { recall, confidence }: Omit<Promised, 'alpha'>): Price | null {
  const at = (noise: number, level = 1 - confidence): number | null =>
    cheapest(outlook, 1 - recall, normalQuantile(1 - level), noise)
  const middle = at(0)
  if (middle === null) return null
  const cutOff = at(BAND, GATE * (1 - confidence)) === null
  return {
    falseAlarmRate: middle,
    low: Math.min(middle, at(-BAND) ?? middle),
    high: cutOff ? 1 : (at(BAND) ?? 1),
    cutOff,
  }
}

/** A band over more than half of the ordinary rows says nothing, nor does one that ends in a refusal: the pilot is too small. */
export function saysNothing({ low, high, cutOff }: Price): boolean {
  return cutOff || high - low > 0.5
}

/** The largest recall that will probably be carried, however many false alarms; null: none. */
export function mostRecall(outlook: Outlook, confidence: number): number | null {
  const z = normalQuantile(confidence)
  let least = 1
  outlook.miss.forEach((miss, i) => {
    if (reachable(outlook.f0[i])) least = Math.min(least, miss + z * outlook.margin[i])
  })
  return least < 1 ? 1 - least : null
}

/** The largest recall, in whole percent, whose forecast is at most so many false alarms up to the end of its band; null: none from 50 % on. */
export function recallAt(outlook: Outlook, confidence: number, falseAlarmRate: number): number | null {
  for (let percent = 99; percent >= 50; percent--) {
    const price = priceOf(outlook, { recall: percent / 100, confidence })
    if (price !== null && !price.cutOff && price.high <= falseAlarmRate) return percent / 100
  }
  return null
}

/** Whether the walk ever begins as low as where this share of ordinary rows lies below. */
function reachable(below: number): boolean {
  return below >= 1 - HIGHEST_RATE
}

/** The smallest false alarm rate of a threshold that clears the hurdle. */
function cheapest({ f0, miss, margin, noise }: Outlook, eta: number, z: number, shift: number): number | null {
  for (let i = f0.length - 1; i >= 0; i--) {
    if (reachable(f0[i]) && Math.max(0, miss[i] + shift * noise[i]) + z * margin[i] <= eta) return 1 - f0[i]
  }
  return null
}

/** Of the estimated miss rate where the nominal distribution is `p`. */
function deviationOf(alpha: number, p: number, miss: number, { n0, nm }: Sizes): number {
  const pm = (1 - alpha) * p + alpha * miss
  return Math.sqrt((pm * (1 - pm)) / nm + ((1 - alpha) ** 2 * p * (1 - p)) / n0) / alpha
}

/** The nearest sequence that never falls (neighbours that do are pooled), within 0 and 1. */
function rising(values: Float64Array): Float64Array {
  const sums: number[] = []
  const counts: number[] = []
  for (const value of values) {
    sums.push(value)
    counts.push(1)
    for (let k = sums.length - 1; k > 0 && sums[k - 1] / counts[k - 1] >= sums[k] / counts[k]; k--) {
      sums[k - 1] += sums[k]
      counts[k - 1] += counts[k]
      sums.pop()
      counts.pop()
    }
  }
  const out = new Float64Array(values.length)
  let at = 0
  sums.forEach((sum, k) => {
    out.fill(Math.min(1, Math.max(0, sum / counts[k])), at, at + counts[k])
    at += counts[k]
  })
  return out
}
