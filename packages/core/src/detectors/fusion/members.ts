import { type DensityForestTypes, densityForest } from '../density-forest/row.js'
import type { Detector } from '../detector.js'
import { type GmmTypes, gmm } from '../gmm/row.js'
import { type IsolationForestTypes, iforest } from '../iforest/row.js'
import { type KnnTypes, knn } from '../knn/row.js'
import { type LodaTypes, loda } from '../loda/row.js'

/** The types of every detector that can be fused: those that learn from nominal rows alone. */
export interface MemberTypes {
  readonly iforest: IsolationForestTypes
  readonly 'density-forest': DensityForestTypes
  readonly loda: LodaTypes
  readonly knn: KnnTypes
  readonly gmm: GmmTypes
}

export type MemberName = keyof MemberTypes
export type MemberModel = MemberTypes[MemberName]['model']

const members: { readonly [Name in MemberName]: Detector<MemberTypes[Name]> } = {
  iforest,
  'density-forest': densityForest,
  loda,
  knn,
  gmm,
}

export const memberNames: readonly MemberName[] = Object.keys(members) as MemberName[]

export function isMemberName(name: unknown): name is MemberName {
  return typeof name === 'string' && Object.hasOwn(members, name)
}

/** The row of a member for callers that hold a name and options or a model that belongs to it. */
export function memberOf(name: MemberName): Detector {
  return members[name] as unknown as Detector
}
