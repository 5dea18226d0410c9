import { bad, count, fields, optional } from '../../codec/shape.js'
import { packContrast, unpackContrast } from '../contrast/codec.js'
import { contrast } from '../contrast/row.js'
import { treesOption } from '../contrast/trees-option.js'
import type { Detector } from '../detector.js'
import { readInnerFeatures } from '../features-codec.js'
import { MOST_MEMBERS } from '../fusion/fusion.js'
import { memberOptions } from '../fusion/member-options.js'
import { memberOf } from '../fusion/members.js'
import { packMembers, unpackMembers } from '../fusion/members-codec.js'
import { ratio } from '../ratio/row.js'
import {
  type FusedContrastModel,
  type FusedContrastOptions,
  fitFusedContrast,
  scoreFusedContrast,
} from './fused-contrast.js'

export interface FusedContrastTypes {
  readonly learns: true
  readonly learnsFromMixture: true
  readonly options: FusedContrastOptions
  readonly model: FusedContrastModel
}

export const fusedContrast: Detector<FusedContrastTypes> = {
  learns: true,
  learnsFromMixture: true,
  trainingScores: 'left-out',
  description: 'contrast, ratio and detectors of nominal rows as one, by ranks',
  options: [
    ...memberOptions,
    treesOption,
    {
      option: 'ratio',
      flag: '--no-ratio',
      takes: 'off',
      help: 'leave out the ratio of densities, which learns little where there are few aliens',
    },
  ],
  fit: fitFusedContrast,
  score: scoreFusedContrast,
  steady: (model) => ({
    ...model,
    contrast: contrast.steady!(model.contrast),
    ratio: model.ratio && ratio.steady!(model.ratio),
  }),
  describe: ({ contrast: forest, ratio: densities, members }) =>
    `fusion of ${[
      contrast.describe(forest),
      ...(densities === null ? [] : [ratio.describe(densities)]),
      ...members.map((one) => memberOf(one.detector).describe(one)),
    ].join('; ')}`,
  pack: ({ detector, features, seed, contrast: forest, ratio: densities, members, ranks }) => ({
    detector,
    features,
    seed,
    contrast: packContrast(forest),
    ...(densities === null ? {} : { ratio: ratio.pack(densities) }),
    members: packMembers(members),
    ranks,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const forest = fields(packed.contrast, 'the contrast forest')
    if (forest.detector !== 'contrast') throw bad('its contrast forest is another detector')
    const { members, ranks } = unpackMembers(packed, (own) => readInnerFeatures(own.features, features))
    const densities = optional(packed.ratio, 'the ratio', (value, where) => {
      const own = fields(value, where)
      if (own.detector !== 'ratio') throw bad('its ratio is another detector')
      return ratio.unpack(own, features)
    })
    const learners = densities === null ? 1 : 2
    if (members.length < 1 || members.length > MOST_MEMBERS || ranks.length !== members.length + learners) {
      throw bad('its ranks do not match its members')
    }
    return {
      detector: 'fused-contrast',
      features,
      seed,
      contrast: unpackContrast(forest, features),
      ratio: densities,
      members,
      ranks,
    }
  },
}
