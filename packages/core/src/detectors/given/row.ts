import { bad } from '../../codec/shape.js'
import type { Detector } from '../detector.js'
import { fitGiven, type GivenModel, scoreGiven } from './given.js'

export interface GivenTypes {
  readonly learns: false
  readonly options: object
  readonly model: GivenModel
}

export const given: Detector<GivenTypes> = {
  learns: false,
  trainingScores: 'given',
  description: 'a column of scores',
  options: [],
  fit: fitGiven,
  score: scoreGiven,
  describe: ({ features }) => `scores given in column "${features[0].name}"`,
  pack: (model) => model,
  unpack(_, features) {
    if (features.length !== 1) throw bad('its detector "given" has more than one column')
    return { detector: 'given', features }
  },
}
