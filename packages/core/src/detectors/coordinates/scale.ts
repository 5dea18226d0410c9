import { normalQuantile } from '../../numeric/normal.js'
import { sortedCopy } from '../../numeric/sort.js'

/** How numbers of different features are made comparable. */
export type Scaling = 'standardised' | 'raw' | 'ranks'

export const scalings: readonly Scaling[] = ['standardised', 'raw', 'ranks']

/** A coordinate ends here on either side, so that no distance overflows: a million units are as far as any more. */
export const FARTHEST = 1e6

/** Knots of the normal scores of a feature, at most. */
const MOST_KNOTS = 512

/** How one numeric feature becomes a coordinate. Distances do not see shifts, so `low` is wherever is convenient. */
export interface Scale {
  readonly low: number
  readonly unit: number
  /** Whether all training rows have the value `low`. */
  readonly constant: boolean
  /** The coordinate of a missing value: the training mean. */
  readonly centre: number
  /** By ranks: values and their normal scores, ascending, linear between them; beyond the ends it goes on in units. */
  readonly knots: Float64Array
  readonly scores: Float64Array
}

/** What the training rows say about a numeric feature. */
export interface Spread {
  readonly low: number
  readonly range: number
  readonly mean: number
  readonly deviation: number
}

/** Range, mean and standard deviation of the values that are there; taken in the range's own units, so that nothing overflows. */
export function spreadOf(values: Float64Array): Spread {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i]
    if (values[i] > high) high = values[i]
  }
  const range = high - low
  if (!(range > 0)) return { low: low === Number.POSITIVE_INFINITY ? 0 : low, range: 0, mean: 0, deviation: 0 }
  let count = 0
  let sum = 0
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const u = (values[i] - low) / range
    if (Number.isNaN(u)) continue
    count++
    sum += u
  }
  const mean = sum / count
  for (let i = 0; i < values.length; i++) {
    const u = (values[i] - low) / range - mean
    if (!Number.isNaN(u)) squares += u * u
  }
  const deviation = range * Math.sqrt(squares / count)
  // Numbers next to the smallest that a double holds have no fraction of themselves.
  return { low, range, mean: range * mean, deviation: deviation > 0 ? deviation : range }
}

/** One unit for every feature of raw scaling: the widest range. */
export function commonUnit(spreads: readonly Spread[]): number {
  const widest = spreads.reduce((most, { range }) => Math.max(most, range), 0)
  return widest > 0 ? widest : 1
}

export function scaleOf(values: Float64Array, spread: Spread, scaling: Scaling, rawUnit: number): Scale {
  const { low, mean, deviation } = spread
  const constant = spread.range === 0
  const unit = scaling === 'raw' ? rawUnit : constant ? 1 : deviation
  const plain = { low, unit, constant, centre: mean / unit, knots: new Float64Array(0), scores: new Float64Array(0) }
  if (scaling !== 'ranks' || constant) return plain
  return { ...plain, ...normalScores(values), centre: 0 }
}

/** The coordinate of a value. */
export function coordinate(scale: Scale, x: number): number {
  if (Number.isNaN(x)) return scale.centre
  const { knots, scores, low, unit } = scale
  const last = knots.length - 1
  let z: number
  if (last < 0) z = (x - low) / unit
  else if (x <= knots[0]) z = scores[0] - (knots[0] - x) / unit
  else if (x >= knots[last]) z = scores[last] + (x - knots[last]) / unit
  else {
    const k = lastAtMost(knots, x)
    z = scores[k] + (scores[k + 1] - scores[k]) * ((x - knots[k]) / (knots[k + 1] - knots[k]))
  }
  return z < -FARTHEST ? -FARTHEST : z > FARTHEST ? FARTHEST : z
}

function lastAtMost(knots: Float64Array, x: number): number {
  let low = 0
  let high = knots.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (knots[middle] <= x) low = middle
    else high = middle
  }
  return low
}

/** Distinct values with the normal quantile of their middle rank; of many, evenly chosen ones and both ends. */
function normalScores(values: Float64Array): { knots: Float64Array; scores: Float64Array } {
  const sorted = sortedCopy(values.filter((x) => !Number.isNaN(x)).map((x) => (x === 0 ? 0 : x)))
  const n = sorted.length
  const starts: number[] = []
  for (let i = 0; i < n; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) starts.push(i)
  const kept = starts.length <= MOST_KNOTS ? starts.map((_, k) => k) : evenly(starts, n)
  const middle = (k: number): number => (starts[k] + (k + 1 < starts.length ? starts[k + 1] : n)) / 2
  return {
    knots: Float64Array.from(kept, (k) => sorted[starts[k]]),
    scores: Float64Array.from(kept, (k) => normalQuantile(middle(k) / n)),
  }
}

/** The distinct values at evenly spaced ranks, the first and the last among them. */
function evenly(starts: readonly number[], n: number): number[] {
  const kept: number[] = []
  let next = 0
  for (let k = 0; k < starts.length; k++) {
    if (starts[k] < next && k + 1 < starts.length) continue
    kept.push(k)
    next = (kept.length * n) / (MOST_KNOTS - 1)
  }
  return kept
}
