import { bad, count } from '../../codec/shape.js'
import { packCoordinates, unpackCoordinates } from '../coordinates/codec.js'
import { unpackLifts } from '../coordinates/never-seen.js'
import { ordinaryValues } from '../coordinates/ordinary.js'
import { counted, grouped } from '../counted.js'
import type { Detector } from '../detector.js'
import { packForest, unpackForest } from '../iforest/forest-codec.js'
import { iforest, MOST_ROWS } from '../iforest/row.js'
import { explainingTrees } from '../iforest/trees.js'
import {
  type DensityForestModel,
  type DensityForestOptions,
  fitDensityForest,
  scoreDensityForest,
} from './density-forest.js'

export interface DensityForestTypes {
  readonly learns: true
  readonly options: DensityForestOptions
  readonly model: DensityForestModel
}

export const densityForest: Detector<DensityForestTypes> = {
  learns: true,
  liftsRareValues: () => true,
  trainingScores: 'out-of-bag',
  description: "density of the isolation forest's boxes",
  options: iforest.options.flatMap(({ option, ...rest }) =>
    option === 'trees' || option === 'subsample' ? [{ option, ...rest }] : [],
  ),
  fit: fitDensityForest,
  score: scoreDensityForest,
  steady: (model) => ({ ...model, forest: explainingTrees(model.forest) }),
  ordinary: ({ coordinates }) => ordinaryValues(coordinates),
  describe: ({ forest, subsample }) =>
    `density forest, ${counted(forest.root.length, 'tree')} on ${grouped(subsample)} rows each`,
  pack: ({ detector, features, seed, subsample, forest, coordinates, lifts, rare }) => ({
    detector,
    features,
    seed,
    subsample,
    forest: packForest(forest, features),
    coordinates: packCoordinates(coordinates),
    lifts,
    rare,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const subsample = count(packed.subsample, 'subsample')
    if (subsample < 2 || subsample > MOST_ROWS) throw bad('its subsample is impossible')
    const forest = unpackForest(packed.forest, features, subsample)
    const coordinates = unpackCoordinates(packed.coordinates, features)
    const lifts = unpackLifts(packed.lifts, features.length)
    return { detector: 'density-forest', features, seed, subsample, forest, coordinates, lifts }
  },
}
