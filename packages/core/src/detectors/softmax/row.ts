import { bad, oneOf } from '../../codec/shape.js'
import { counted } from '../counted.js'
import type { Detector } from '../detector.js'
import { fitSoftmax, INPUTS, RULES, type SoftmaxModel, type SoftmaxOptions, scoreSoftmax } from './softmax.js'

export interface SoftmaxTypes {
  readonly learns: false
  readonly options: SoftmaxOptions
  readonly model: SoftmaxModel
}

export const softmax: Detector<SoftmaxTypes> = {
  learns: false,
  trainingScores: 'given',
  description: 'columns of logits or probabilities',
  options: [
    {
      option: 'input',
      flag: '--input <KIND>',
      takes: INPUTS,
      help: 'what the columns of the softmax detector hold',
    },
    { option: 'rule', flag: '--rule <NAME>', takes: RULES, help: 'score of the softmax detector' },
  ],
  fit: fitSoftmax,
  score: scoreSoftmax,
  describe: ({ rule, input, features }) =>
    `${rule} of ${input} for ${counted(features.length, 'category', 'categories')}`,
  pack: (model) => model,
  unpack(packed, features) {
    if (features.length < 2) throw bad('its detector "softmax" has fewer than two columns')
    const input = oneOf(packed.input, 'input', INPUTS)
    const rule = oneOf(packed.rule, 'rule', RULES)
    return { detector: 'softmax', features, input, rule }
  },
}
