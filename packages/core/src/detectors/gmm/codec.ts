import { array, bad, count, type Fields, fields } from '../../codec/shape.js'
import { packedLength } from '../../numeric/triangular.js'
import { type Coordinates, measuredFeatures } from '../coordinates/coordinates.js'
import { FARTHEST } from '../coordinates/scale.js'
import { type Axes, MOST_COORDINATES } from './axes.js'
import { codeCountsOf, MOST_COMPONENTS } from './gmm.js'
import { type Mixture, sumOf } from './mixture.js'

/** A mixture as plain data, its fields in a fixed order. */
export function packMixture({ components, heights, means, factors, shares }: Mixture): Fields {
  return { components, heights, means, factors, shares }
}

/** What the coordinates of a model say about its mixtures. */
interface Space {
  readonly axes: Axes | null
  readonly width: number
  readonly codeCounts: Int32Array
}

export function unpackSpace(coordinates: Coordinates, packedAxes: unknown): Space {
  const measured = measuredFeatures(coordinates).length
  const axes = measured > MOST_COORDINATES ? unpackAxes(packedAxes, measured) : null
  return { axes, width: axes === null ? measured : axes.count + 1, codeCounts: codeCountsOf(coordinates) }
}

function unpackAxes(value: unknown, width: number): Axes {
  const packed = fields(value, 'the axes')
  const axes = count(packed.count, 'the axes')
  const centre = array(packed.centre, 'the axes', [Float64Array], width)
  const directions = array(packed.directions, 'the axes', [Float64Array], width * axes)
  const possible =
    axes >= 1 &&
    axes <= MOST_COORDINATES &&
    centre.every((x) => Math.abs(x) <= FARTHEST) &&
    directions.every((x) => Math.abs(x) <= 2)
  if (!possible) throw bad('its axes hold impossible numbers')
  return { centre, directions, count: axes }
}

/** Numbers beyond these no mixture of coordinates has; scores stay finite. */
const LARGEST_FACTOR = 1e30
const LARGEST_HEIGHT = 1e6

export function unpackMixture(packed: Fields, { width, codeCounts }: Space): Mixture {
  const components = count(packed.components, 'components')
  if (components < 1 || components > MOST_COMPONENTS) throw bad('its number of components is impossible')
  const where = 'the mixture'
  const heights = array(packed.heights, where, [Float64Array], components)
  const means = array(packed.means, where, [Float64Array], components * width)
  const factors = array(packed.factors, where, [Float64Array], components * packedLength(width))
  const shares = array(packed.shares, where, [Float64Array], components * sumOf(codeCounts))
  const possible =
    heights.every((x) => Math.abs(x) <= LARGEST_HEIGHT) &&
    means.every((x) => Math.abs(x) <= 1e3 * FARTHEST) &&
    factors.every((x) => Math.abs(x) <= LARGEST_FACTOR) &&
    shares.every((x) => x <= 0 && x >= -LARGEST_HEIGHT)
  if (!possible) throw bad('its mixture holds impossible numbers')
  return { components, width, codeCounts, heights, means, factors, shares }
}
