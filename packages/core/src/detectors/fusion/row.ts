import { bad, count, fields, list } from '../../codec/shape.js'
import { scalings } from '../coordinates/scale.js'
import type { Detector } from '../detector.js'
import { type FusionModel, type FusionOptions, fitFusion, MOST_MEMBERS, scoreFusion } from './fusion.js'
import { isMemberName, type MemberModel, memberNames, memberOf } from './members.js'
import { unpackRanks } from './ranks.js'

export interface FusionTypes {
  readonly learns: true
  readonly options: FusionOptions
  readonly model: FusionModel
}

export const fusion: Detector<FusionTypes> = {
  learns: true,
  trainingScores: 'left-out',
  description: 'several detectors as one, by ranks',
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
  ],
  fit: fitFusion,
  score: scoreFusion,
  ordinary({ members, features }) {
    for (const member of members) {
      const values = memberOf(member.detector).ordinary?.(member)
      if (values !== undefined) return values
    }
    return Float64Array.from(features, ({ kind }) => (kind === 'numeric' ? Number.NaN : -1))
  },
  describe: ({ members }) => `fusion of ${members.map((one) => memberOf(one.detector).describe(one)).join('; ')}`,
  pack: ({ detector, features, seed, members, ranks }) => ({
    detector,
    features,
    seed,
    members: members.map((member) => memberOf(member.detector).pack(member)),
    ranks,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const members = list(packed.members, 'members', (value, where) => {
      const own = fields(value, where)
      if (!isMemberName(own.detector)) throw bad('a member of it is a detector that cannot be one')
      return memberOf(own.detector).unpack(own, features) as MemberModel
    })
    const ranks = list(packed.ranks, 'ranks', (value, where) => unpackRanks(fields(value, where)))
    if (members.length < 2 || members.length > MOST_MEMBERS || ranks.length !== members.length) {
      throw bad('its ranks do not match its members')
    }
    return { detector: 'fusion', features, seed, members, ranks }
  },
}
