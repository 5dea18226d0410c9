import { bad, fields, list } from '../../codec/shape.js'
import type { Feature } from '../../data/table.js'
import { isMemberName, type MemberModel, memberOf } from './members.js'
import { type Ranks, unpackRanks } from './ranks.js'

/** The fused detectors and the ranks of their scores; `featuresOf` says what a member knows of the table. */
export function unpackMembers(
  packed: Readonly<Record<string, unknown>>,
  featuresOf: (member: Readonly<Record<string, unknown>>) => readonly Feature[],
): { members: MemberModel[]; ranks: Ranks[] } {
  const members = list(packed.members, 'members', (value, where) => {
    const own = fields(value, where)
    if (!isMemberName(own.detector)) throw bad('a member of it is a detector that cannot be one')
    return memberOf(own.detector).unpack(own, featuresOf(own)) as MemberModel
  })
  const ranks = list(packed.ranks, 'ranks', (value, where) => unpackRanks(fields(value, where)))
  return { members, ranks }
}

export function packMembers(members: readonly MemberModel[]): unknown[] {
  return members.map((member) => memberOf(member.detector).pack(member))
}
