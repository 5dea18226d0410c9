import { array, bad, count, fields } from '../../codec/shape.js'
import { type LodaModel, MOST_PROJECTIONS, type Projection } from './loda.js'
import { LOG_UNIT } from './projection.js'

/** A direction has unit length, to rounding. */
const LARGEST_WEIGHT = 1.001
/** Those of doubles stay within ln(2^1074) + ln(MOST_BINS) - ln(1e-9) < 773. MOST_PROJECTIONS of this are less than 2^53 units, so that their sum is exact. */
const LARGEST_LOG = 1000

/** All projections in flat arrays: `width` weights each, and `bins[p]` log densities each. */
export interface PackedProjections {
  readonly width: number
  readonly feature: Int32Array
  readonly weight: Float64Array
  readonly low: Float64Array
  readonly range: Float64Array
  readonly bins: Uint32Array
  readonly logDensity: Float64Array
}

export function packProjections(projections: LodaModel['projections']): PackedProjections {
  const join = <A extends Int32Array | Float64Array>(parts: readonly A[], whole: A): A => {
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }
  const width = projections[0].feature.length
  const bins = Uint32Array.from(projections, (p) => p.logDensity.length)
  const total = bins.reduce((sum, n) => sum + n, 0)
  return {
    width,
    feature: join(
      projections.map((p) => p.feature),
      new Int32Array(projections.length * width),
    ),
    weight: join(
      projections.map((p) => p.weight),
      new Float64Array(projections.length * width),
    ),
    low: Float64Array.from(projections, (p) => p.low),
    range: Float64Array.from(projections, (p) => p.range),
    bins,
    logDensity: join(
      projections.map((p) => p.logDensity),
      new Float64Array(total),
    ),
  }
}

export function unpackProjections(value: unknown, features: number): Projection[] {
  const packed = fields(value, 'the projections')
  const width = count(packed.width, 'the projections')
  const bins = array(packed.bins, 'the projections', [Uint32Array])
  const total = bins.reduce((sum, n) => sum + n, 0)
  const feature = array(packed.feature, 'the projections', [Int32Array], bins.length * width)
  const weight = array(packed.weight, 'the projections', [Float64Array], bins.length * width)
  const low = array(packed.low, 'the projections', [Float64Array], bins.length)
  const range = array(packed.range, 'the projections', [Float64Array], bins.length)
  const logDensity = array(packed.logDensity, 'the projections', [Float64Array], total)
  if (bins.length === 0 || bins.includes(0)) throw bad('it has a projection without a histogram')
  if (feature.some((j) => j < 0 || j >= features)) throw bad('it projects a feature that it lacks')
  const possible =
    bins.length <= MOST_PROJECTIONS &&
    weight.every((w) => Math.abs(w) < LARGEST_WEIGHT) &&
    low.every(Number.isFinite) &&
    range.every((r) => r >= 0) &&
    // Of other log densities the sum would depend on the number of workers.
    logDensity.every((l) => Math.abs(l) < LARGEST_LOG && Number.isInteger(l / LOG_UNIT))
  if (!possible) throw bad('it has a projection with impossible numbers')
  let at = 0
  return Array.from(bins, (n, p) => {
    const from = p * width
    const start = at
    at += n
    return {
      feature: feature.slice(from, from + width),
      weight: weight.slice(from, from + width),
      low: low[p],
      range: range[p],
      logDensity: logDensity.slice(start, at),
    }
  })
}
