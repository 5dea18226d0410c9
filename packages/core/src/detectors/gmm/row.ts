import { array, bad, count, type Fields, fields } from '../../codec/shape.js'
import { packedLength } from '../../numeric/triangular.js'
import { packCoordinates, unpackCoordinates } from '../coordinates/codec.js'
import { measuredFeatures } from '../coordinates/coordinates.js'
import { unpackLifts } from '../coordinates/never-seen.js'
import { ordinaryValues } from '../coordinates/ordinary.js'
import { FARTHEST, scalings } from '../coordinates/scale.js'
import { counted } from '../counted.js'
import type { Detector } from '../detector.js'
import { type Axes, MOST_COORDINATES } from './axes.js'
import { codeCountsOf, fitGmm, type GmmModel, type GmmOptions, MOST_COMPONENTS, scoreGmm } from './gmm.js'
import { type Mixture, sumOf } from './mixture.js'

export interface GmmTypes {
  readonly learns: true
  readonly options: GmmOptions
  readonly model: GmmModel
}

export const gmm: Detector<GmmTypes> = {
  learns: true,
  trainingScores: 'folds',
  description: 'density of a Gaussian mixture',
  options: [
    {
      option: 'components',
      flag: '--components <K>',
      takes: { countOr: ['bic'] },
      help: 'Gaussians of the mixture, or bic to choose by the Bayesian information criterion (default: 10, fewer below 500 rows)',
    },
    {
      option: 'scaling',
      flag: '--scaling <NAME>',
      takes: scalings,
      help: 'how features are made comparable: by their standard deviations, not at all, or by normal scores of ranks (default: standardised)',
    },
  ],
  fit: fitGmm,
  score: scoreGmm,
  ordinary: ({ coordinates }) => ordinaryValues(coordinates),
  describe({ mixture, axes, coordinates }) {
    const space =
      axes === null
        ? counted(mixture.width, 'coordinate')
        : `${counted(axes.count, 'principal axis', 'principal axes')}`
    return `Gaussian mixture, ${counted(mixture.components, 'component')} in ${space}, ${coordinates.scaling} features`
  },
  pack: ({ detector, features, seed, coordinates, axes, mixture, lifts }) => ({
    detector,
    features,
    seed,
    coordinates: packCoordinates(coordinates),
    axes,
    components: mixture.components,
    heights: mixture.heights,
    means: mixture.means,
    factors: mixture.factors,
    shares: mixture.shares,
    lifts,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const coordinates = unpackCoordinates(packed.coordinates, features)
    const width = measuredFeatures(coordinates).length
    const axes = width > MOST_COORDINATES ? unpackAxes(packed.axes, width) : null
    const mixture = unpackMixture(packed, axes === null ? width : axes.count + 1, codeCountsOf(coordinates))
    const lifts = unpackLifts(packed.lifts, features.length)
    return { detector: 'gmm', features, seed, coordinates, axes, mixture, lifts }
  },
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

function unpackMixture(packed: Fields, width: number, codeCounts: Int32Array): Mixture {
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
