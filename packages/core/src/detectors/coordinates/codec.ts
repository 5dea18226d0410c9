import { array, bad, type Fields, fields, oneOf } from '../../codec/shape.js'
import type { Feature } from '../../data/table.js'
import type { Coordinates } from './coordinates.js'
import { FARTHEST, type Scale, scalings } from './scale.js'

/** Coordinates as flat arrays: one number for each numeric feature, `knots[k]` knots of the k-th, all costs in a row. */
export function packCoordinates({ scaling, scales, costs }: Coordinates): unknown {
  const numeric = scales.filter((scale) => scale !== null)
  return {
    scaling,
    low: Float64Array.from(numeric, ({ low }) => low),
    unit: Float64Array.from(numeric, ({ unit }) => unit),
    centre: Float64Array.from(numeric, ({ centre }) => centre),
    constant: Uint8Array.from(numeric, ({ constant }) => (constant ? 1 : 0)),
    knotCounts: Uint32Array.from(numeric, ({ knots }) => knots.length),
    knots: concatenate(numeric.map(({ knots }) => knots)),
    scores: concatenate(numeric.map(({ scores }) => scores)),
    costs: concatenate(costs),
  }
}

export function unpackCoordinates(value: unknown, features: readonly Feature[]): Coordinates {
  const packed = fields(value, 'the coordinates')
  const scaling = oneOf(packed.scaling, 'scaling', scalings)
  const scales = unpackScales(packed, features)
  const lengths = features.map((feature) => (feature.kind === 'numeric' ? 3 : feature.categories.length + 2))
  const all = array(packed.costs, 'the coordinates', [Float64Array], sum(lengths))
  if (!all.every((cost) => cost >= 0 && cost <= FARTHEST)) throw impossible()
  const costs = divide(all, lengths)
  // The last code has never occurred, so none costs more.
  if (!costs.every((own) => own.every((cost) => cost <= own[own.length - 1]))) throw impossible()
  return { scaling, scales, costs }
}

function unpackScales(packed: Fields, features: readonly Feature[]): (Scale | null)[] {
  const where = 'the coordinates'
  const count = features.filter(({ kind }) => kind === 'numeric').length
  const low = array(packed.low, where, [Float64Array], count)
  const unit = array(packed.unit, where, [Float64Array], count)
  const centre = array(packed.centre, where, [Float64Array], count)
  const constant = array(packed.constant, where, [Uint8Array], count)
  const knotCounts = array(packed.knotCounts, where, [Uint32Array], count)
  const knots = divide(array(packed.knots, where, [Float64Array], sum(knotCounts)), knotCounts)
  const scores = divide(array(packed.scores, where, [Float64Array], sum(knotCounts)), knotCounts)
  const possible =
    low.every(Number.isFinite) &&
    unit.every((x) => x > 0 && x < Number.POSITIVE_INFINITY) &&
    centre.every((x) => Math.abs(x) <= FARTHEST) &&
    knots.every((own) => own.every((x, i) => Number.isFinite(x) && (i === 0 || x > own[i - 1]))) &&
    scores.every((own) => own.every((x) => Math.abs(x) <= FARTHEST))
  if (!possible) throw impossible()
  let k = 0
  return features.map(({ kind }) => {
    if (kind !== 'numeric') return null
    const at = k++
    return {
      low: low[at],
      unit: unit[at],
      constant: constant[at] === 1,
      centre: centre[at],
      knots: knots[at],
      scores: scores[at],
    }
  })
}

function impossible(): Error {
  return bad('its coordinates hold impossible numbers')
}

function sum(lengths: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < lengths.length; i++) total += lengths[i]
  return total
}

function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(sum(parts.map(({ length }) => length)))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function divide(whole: Float64Array, lengths: ArrayLike<number>): Float64Array[] {
  let at = 0
  return Array.from(lengths, (length) => whole.slice(at, (at += length)))
}
