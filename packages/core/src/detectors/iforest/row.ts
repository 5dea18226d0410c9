import { bad, count, flag } from '../../codec/shape.js'
import { counted, grouped } from '../counted.js'
import type { Detector } from '../detector.js'
import { packForest, unpackForest } from './forest-codec.js'
import {
  fitIsolationForest,
  type IsolationForestModel,
  type IsolationForestOptions,
  scoreIsolationForest,
} from './isolation-forest.js'
import { explainingTrees } from './trees.js'

export interface IsolationForestTypes {
  readonly learns: true
  readonly options: IsolationForestOptions
  readonly model: IsolationForestModel
}

/** Row counts of a forest are 32-bit integers. */
export const MOST_ROWS = 0x7fffffff

export const iforest: Detector<IsolationForestTypes> = {
  learns: true,
  liftsRareValues: ({ rareValues = true }) => rareValues,
  trainingScores: 'out-of-bag',
  description: 'isolation forest',
  options: [
    { option: 'trees', flag: '--trees <N>', takes: 'count', help: 'trees of the forest (default: 1000)' },
    {
      option: 'subsample',
      flag: '--subsample <S>',
      takes: 'number',
      help: 'rows of each tree, as a share or a count (default: 0.2, at most 4000 rows)',
    },
    {
      option: 'rangeCheck',
      flag: '--no-range-check',
      takes: 'off',
      help: "do not end a path where a row leaves a node's training range",
    },
    {
      option: 'rareValues',
      flag: '--no-rare-values',
      takes: 'off',
      help: 'do not lift rows with a rare value in a column in which nearly all nominal rows agree',
    },
  ],
  fit: fitIsolationForest,
  score: scoreIsolationForest,
  steady: (model) => ({ ...model, forest: explainingTrees(model.forest) }),
  describe({ forest, subsample, rangeCheck }) {
    const trees = counted(forest.root.length, 'tree')
    return `isolation forest, ${trees} on ${grouped(subsample)} rows each, range check ${rangeCheck ? 'on' : 'off'}`
  },
  pack: (model) => ({ ...model, forest: packForest(model.forest, model.features) }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const subsample = count(packed.subsample, 'subsample')
    if (subsample < 2 || subsample > MOST_ROWS) throw bad('its subsample is impossible')
    const rangeCheck = flag(packed.rangeCheck, 'rangeCheck')
    const forest = unpackForest(packed.forest, features, subsample)
    return { detector: 'iforest', features, seed, subsample, rangeCheck, forest }
  },
}
