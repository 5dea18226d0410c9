import { bad, count } from '../../codec/shape.js'
import type { Detector } from '../detector.js'
import {
  DEFAULT_MEMBERS,
  type FusionModel,
  type FusionOptions,
  fitFusion,
  MOST_MEMBERS,
  scoreFusion,
} from './fusion.js'
import { memberOptions } from './member-options.js'
import { isMemberName, memberOf } from './members.js'
import { packMembers, unpackMembers } from './members-codec.js'

export interface FusionTypes {
  readonly learns: true
  readonly options: FusionOptions
  readonly model: FusionModel
}

export const fusion: Detector<FusionTypes> = {
  learns: true,
  // Members are fused by ranks, which leave no room at the top for what trees and projections do not see.
  liftsRareValues: ({ members = DEFAULT_MEMBERS }) =>
    members.some((name) => isMemberName(name) && memberOf(name).liftsRareValues !== undefined),
  trainingScores: 'left-out',
  description: 'several detectors as one, by ranks',
  options: memberOptions,
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
  pack: ({ detector, features, seed, members, ranks, rare }) => ({
    detector,
    features,
    seed,
    members: packMembers(members),
    ranks,
    rare,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const { members, ranks } = unpackMembers(packed, () => features)
    if (members.length < 2 || members.length > MOST_MEMBERS || ranks.length !== members.length) {
      throw bad('its ranks do not match its members')
    }
    return { detector: 'fusion', features, seed, members, ranks }
  },
}
