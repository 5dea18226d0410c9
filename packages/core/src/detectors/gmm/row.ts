import { count } from '../../codec/shape.js'
import { packCoordinates, unpackCoordinates } from '../coordinates/codec.js'
import { unpackLifts } from '../coordinates/never-seen.js'
import { ordinaryValues } from '../coordinates/ordinary.js'
import { scalings } from '../coordinates/scale.js'
import { counted } from '../counted.js'
import type { Detector } from '../detector.js'
import { packMixture, unpackMixture, unpackSpace } from './codec.js'
import { fitGmm, type GmmModel, type GmmOptions, scoreGmm } from './gmm.js'

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
    ...packMixture(mixture),
    lifts,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const coordinates = unpackCoordinates(packed.coordinates, features)
    const space = unpackSpace(coordinates, packed.axes)
    const mixture = unpackMixture(packed, space)
    const lifts = unpackLifts(packed.lifts, features.length)
    return { detector: 'gmm', features, seed, coordinates, axes: space.axes, mixture, lifts }
  },
}
