import { bad, count, fields, list } from '../../codec/shape.js'
import { packContrast, unpackContrast } from '../contrast/codec.js'
import { contrast } from '../contrast/row.js'
import { scalings } from '../coordinates/scale.js'
import type { Detector } from '../detector.js'
import { readFeatures } from '../features-codec.js'
import { MOST_MEMBERS } from '../fusion/fusion.js'
import { isMemberName, type MemberModel, memberNames, memberOf } from '../fusion/members.js'
import { unpackRanks } from '../fusion/ranks.js'
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
  description: 'the contrast forest and detectors of nominal rows as one, by ranks',
  options: [
    {
      option: 'members',
      flag: '--members <a,b,..>',
      takes: 'names',
      help: `detectors that are fused, of ${memberNames.join(', ')} (default: knn,gmm)`,
    },
    {
      option: 'scaling',
      flag: '--scaling <NAME>',
      takes: scalings,
      help: 'how features are made comparable, for the members that ask for it (default: standardised)',
    },
    {
      option: 'contrastTrees',
      flag: '--contrast-trees <N>',
      takes: 'count',
      help: 'trees of the contrast forest, all folds together (default: 500)',
    },
  ],
  fit: fitFusedContrast,
  score: scoreFusedContrast,
  steady: (model) => ({ ...model, contrast: contrast.steady!(model.contrast) }),
  describe: ({ contrast: forest, members }) =>
    `fusion of ${[contrast.describe(forest), ...members.map((one) => memberOf(one.detector).describe(one))].join('; ')}`,
  pack: ({ detector, features, seed, contrast: forest, members, ranks }) => ({
    detector,
    features,
    seed,
    contrast: packContrast(forest),
    members: members.map((member) => memberOf(member.detector).pack(member)),
    ranks,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const forest = fields(packed.contrast, 'the contrast forest')
    if (forest.detector !== 'contrast') throw bad('its contrast forest is another detector')
    const members = list(packed.members, 'members', (value, where) => {
      const own = fields(value, where)
      if (!isMemberName(own.detector)) throw bad('a member of it is a detector that cannot be one')
      return memberOf(own.detector).unpack(own, readFeatures(own.features)) as MemberModel
    })
    const ranks = list(packed.ranks, 'ranks', (value, where) => unpackRanks(fields(value, where)))
    if (members.length < 1 || members.length > MOST_MEMBERS || ranks.length !== members.length + 1) {
      throw bad('its ranks do not match its members')
    }
    return { detector: 'fused-contrast', features, seed, contrast: unpackContrast(forest, features), members, ranks }
  },
}
