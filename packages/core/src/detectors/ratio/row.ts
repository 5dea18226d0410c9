import { bad, count, fields, list } from '../../codec/shape.js'
import { MOST_FOLDS } from '../contrast/both-samples.js'
import { hasLearned } from '../contrast/learned.js'
import { packLearned, unpackLearned } from '../contrast/learned-codec.js'
import { packCoordinates, unpackCoordinates } from '../coordinates/codec.js'
import { ordinaryValues } from '../coordinates/ordinary.js'
import { scalings } from '../coordinates/scale.js'
import { counted } from '../counted.js'
import type { Detector } from '../detector.js'
import { packMixture, unpackMixture, unpackSpace } from '../gmm/codec.js'
import { type DensityPair, fitRatio, type RatioModel, type RatioOptions, scoreRatio } from './ratio.js'

export interface RatioTypes {
  readonly learns: true
  readonly learnsFromMixture: true
  readonly options: RatioOptions
  readonly model: RatioModel
}

export const ratio: Detector<RatioTypes> = {
  learns: true,
  learnsFromMixture: true,
  trainingScores: 'cross-fitted',
  description: 'how much likelier a row is among mixture rows than among nominal ones, by Gaussian mixtures of both',
  options: [
    {
      option: 'scaling',
      flag: '--scaling <NAME>',
      takes: scalings,
      help: 'how features are made comparable: by their standard deviations, not at all, or by normal scores of ranks (default: standardised)',
    },
  ],
  fit: fitRatio,
  score: (model, table, progress) => scoreRatio(model, table, progress),
  // One pair for every row: leaving a feature out would otherwise change the fold.
  steady: (model) => ({ ...model, pairs: [knownPair(model)] }),
  ordinary(model) {
    const pair = knownPair(model)
    return pair === null ? new Float64Array(model.features.length) : ordinaryValues(pair.coordinates)
  },
  describe(model) {
    const { pairs, learned } = model
    const pair = knownPair(model)
    const gaussians = pair === null ? 'too few rows' : `${counted(pair.mixture.components, 'component')} each`
    return `ratio of the densities of mixture and nominal rows, ${gaussians}, ${counted(pairs.length, 'fold')}${
      pair === null ? '' : `, ${pair.coordinates.scaling} features`
    }${learned && !hasLearned(learned) ? '; it has learned nothing that chance would not explain' : ''}`
  },
  pack: ({ detector, features, seed, pairs, learned }) => ({
    detector,
    features,
    seed,
    learned: packLearned(learned),
    pairs: pairs.map((pair) => pair && packPair(pair)),
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const learned = unpackLearned(packed.learned)
    const pairs = list(packed.pairs, 'the densities', (value, where) => {
      if (value === null) return null
      const own = fields(value, where)
      const coordinates = unpackCoordinates(own.coordinates, features)
      const space = unpackSpace(coordinates, own.axes)
      const unpackOne = (one: unknown) => unpackMixture(fields(one, where), space)
      return { coordinates, axes: space.axes, nominal: unpackOne(own.nominal), mixture: unpackOne(own.mixture) }
    })
    if (pairs.length < 1 || pairs.length > MOST_FOLDS) throw bad('its number of folds is impossible')
    return { detector: 'ratio', features, seed, pairs, learned }
  },
}

function knownPair({ pairs }: RatioModel): DensityPair | null {
  return pairs.find((pair) => pair !== null) ?? null
}

function packPair({ coordinates, axes, nominal, mixture }: DensityPair): unknown {
  return {
    coordinates: packCoordinates(coordinates),
    axes,
    nominal: packMixture(nominal),
    mixture: packMixture(mixture),
  }
}
