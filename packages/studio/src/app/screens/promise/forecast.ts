import { normalQuantile } from '@xenolith/core/internals'
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
  /** The same were the draw of both parts luckier, or less lucky (one deviation and a third: 80 of 100 lie between). */
  readonly low: number
  readonly high: number
  /** Whether a less lucky draw would be refused: `high` is 1 then, and no more than that. */
  readonly cutOff: boolean
}

const BAND = 1.2816

export function outlookOf(curve: Curve, alpha: number, pilot: Sizes, sealed: Sizes): Outlook {
  const { f0, fm } = curve
  const raw = fm.map((m, i) => (m - (1 - alpha) * f0[i]) / alpha)
  const miss = rising(raw)
  const deviation = (sizes: Sizes) => miss.map((share, i) => deviationOf(alpha, f0[i], share, sizes))
  const [own, margin] = [deviation(pilot), deviation(sealed)]
  return { alpha, f0, miss, noise: own.map((one, i) => Math.hypot(one, margin[i])), margin }
}

/** What a promise will probably cost; null: it will probably be refused. */
export function priceOf(outlook: Outlook, { recall, confidence }: Omit<Promised, 'alpha'>): Price | null {
  const at = (noise: number): number | null => cheapest(outlook, 1 - recall, normalQuantile(confidence), noise)
  const middle = at(0)
  if (middle === null) return null
  const high = at(BAND)
  return { falseAlarmRate: middle, low: Math.min(middle, at(-BAND) ?? middle), high: high ?? 1, cutOff: high === null }
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
    if (outlook.f0[i] > 0) least = Math.min(least, miss + z * outlook.margin[i])
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

/** The smallest false alarm rate of a threshold that clears the hurdle. */
function cheapest({ f0, miss, margin, noise }: Outlook, eta: number, z: number, shift: number): number | null {
  for (let i = f0.length - 1; i >= 0; i--) {
    if (f0[i] > 0 && Math.max(0, miss[i] + shift * noise[i]) + z * margin[i] <= eta) return 1 - f0[i]
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
