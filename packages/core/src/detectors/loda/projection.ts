import { log } from '../../numeric/elementary.js'
import type { Random } from '../../numeric/random.js'
import { toUnit } from '../detector.js'
import { type BinChoice, binOf, chooseBins } from './bins.js'

/** A sparse direction of unit length: the features it uses and their weights. */
export interface Direction {
  readonly feature: Int32Array
  readonly weight: Float64Array
}

/** Log densities over equal bins of [low, low + range]. */
export interface LogHistogram {
  readonly low: number
  /** 0 if all values were one; infinite if there was none, or if they are too far apart for a double. */
  readonly range: number
  /**
   * Less their mean over the values that made the histogram: a row that some projections leave out must not look more or less ordinary for how dense those are along which
   * it is judged. In units of 2^-24, so that their sums are exact and do not depend on the order of the projections.
   */
  readonly logDensity: Float64Array
}

/** Log densities are multiples of this. */
export const LOG_UNIT: number = 2 ** -24
/** The log density of an empty bin. */
export const LOG_EMPTY: number = toUnit(log(1e-9), LOG_UNIT)

/** N(0, 1) weights on all but floor(d (1 - 1/sqrt d)) random features, scaled to unit length. */
export function drawDirection(d: number, random: Random): Direction {
  const zeros = Math.floor(d * (1 - 1 / Math.sqrt(d)))
  const feature = Int32Array.from({ length: d }, (_, j) => j)
  for (let k = 0; k < zeros; k++) {
    const last = d - 1 - k
    const j = random.below(last + 1)
    feature[j] = feature[last]
  }
  const used = feature.slice(0, d - zeros).sort()
  const weight = Float64Array.from(used, () => random.normal())
  const length = Math.sqrt(weight.reduce((sum, w) => sum + w * w, 0))
  return { feature: used, weight: weight.map((w) => w / length) }
}

/** The rows' positions along a direction; NaN where a value it needs is missing. */
export function project(columns: readonly Float64Array[], { feature, weight }: Direction, to: Float64Array): void {
  to.fill(0)
  for (let k = 0; k < feature.length; k++) {
    const column = columns[feature[k]]
    const w = weight[k]
    for (let i = 0; i < to.length; i++) to[i] += w * column[i]
  }
}

/** A histogram of the first `n` of `values` (which it overwrites), with the number of bins given or chosen by penalised likelihood. */
export function logHistogram(choice: BinChoice, values: Float64Array, n: number, given?: number): LogHistogram {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    if (values[i] < low) low = values[i]
    if (values[i] > high) high = values[i]
  }
  const range = high - low
  if (n === 0 || range === Number.POSITIVE_INFINITY) {
    return { low: 0, range: Number.POSITIVE_INFINITY, logDensity: new Float64Array(1) }
  }
  if (range === 0) return { low, range, logDensity: new Float64Array(1) }
  for (let i = 0; i < n; i++) values[i] = (values[i] - low) / range
  const bins = given ?? chooseBins(choice, values, n)
  const counts = new Float64Array(bins)
  for (let i = 0; i < n; i++) counts[binOf(values[i], bins)]++
  const logRange = log(range) // apart, because bins / (n * range) may overflow
  const logDensity = counts.map((c) => (c === 0 ? LOG_EMPTY : toUnit(log((c * bins) / n) - logRange, LOG_UNIT)))
  const mean = toUnit(counts.reduce((sum, c, bin) => sum + c * logDensity[bin], 0) / n, LOG_UNIT)
  return { low, range, logDensity: logDensity.map((own) => own - mean) }
}

/** The log density at x; outside the range, that of the end bin. */
export function logDensityAt({ low, range, logDensity }: LogHistogram, x: number): number {
  if (range === 0) return x === low ? logDensity[0] : LOG_EMPTY
  return logDensity[binOf((x - low) / range, logDensity.length)]
}
