import { checkTable, type Feature, featuresOf, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import { type Scaling, scalings } from '../coordinates/scale.js'
import { type Fit, type Progress, report } from '../detector.js'
import type { RareValues } from '../rare-values.js'
import { isMemberName, type MemberModel, type MemberName, memberNames, memberOf } from './members.js'
import { learnRanks, type Ranks, surprisalOfRank } from './ranks.js'

export interface FusionOptions {
  readonly seed?: number
  /** The detectors that are fused; default knn and gmm. */
  readonly members?: readonly string[]
  /** How features are made comparable, for the members that ask for it; default standardised. */
  readonly scaling?: Scaling
}

export interface FusionModel {
  /** Lifts of rows with a rare value in a nearly constant column. */
  readonly rare?: RareValues
  readonly detector: 'fusion'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly members: readonly MemberModel[]
  /** By member: the ranks of its training scores. */
  readonly ranks: readonly Ranks[]
}

export const MOST_MEMBERS = 10

/** A member and the options that it is fitted with. */
export interface MemberPlan {
  readonly name: MemberName
  readonly options: object
}

/** Checks the options. */
export function planFusion(table: Table, options: FusionOptions): { seed: number; members: readonly MemberPlan[] } {
  const { seed = 1, members = DEFAULT_MEMBERS, scaling } = options
  checkTable(table, 'the nominal data')
  return { seed, members: planMembers(members, scaling, seed, 2) }
}

export const DEFAULT_MEMBERS: readonly string[] = ['knn', 'gmm']

/** Checks members by name, at least so many of them, and the scaling that they share. */
export function planMembers(
  members: readonly string[],
  scaling: Scaling = 'standardised',
  seed: number,
  least: number,
): MemberPlan[] {
  expect(
    members.length >= least && members.length <= MOST_MEMBERS && new Set(members).size === members.length,
    'bad-option',
    `members must be from ${least} to ${MOST_MEMBERS} different detectors, got ${members.join(', ') || 'none'}`,
  )
  expect(scalings.includes(scaling), 'bad-option', `scaling must be one of ${scalings.join(', ')}; got ${scaling}`)
  return members.map((name) => {
    expect(
      isMemberName(name),
      'bad-option',
      `members must be among ${memberNames.join(', ')}, which learn from nominal rows alone; got ${name}`,
    )
    const scaled = memberOf(name).options.some(({ option }) => (option as string) === 'scaling')
    return { name, options: scaled ? { seed, scaling } : { seed } }
  })
}

/**
 * Several detectors as one: the mean of their scores, each made comparable by its rank among the member's own training
 * scores. Training rows are scored as each member scores them without knowing them.
 */
export function fitFusion(table: Table, options: FusionOptions & Progress = {}): Fit<FusionModel> {
  const { seed, members } = planFusion(table, options)
  const fits = members.map(({ name, options: own }, k) => {
    const fitted = memberOf(name).fit(table, { ...own, signal: options.signal }) as Fit<MemberModel>
    report(options, k + 1, members.length)
    return fitted
  })
  return finishFusion(table, seed, fits)
}

/** The model and the scores of the training rows, from the fits of the members. */
export function finishFusion(
  table: Table,
  seed: number,
  fits: readonly Pick<Fit<MemberModel>, 'model' | 'scores'>[],
): Fit<FusionModel> {
  const ranks = fits.map(({ scores }) => learnRanks(scores))
  const members = fits.map(({ model }) => model)
  const model: FusionModel = { detector: 'fusion', features: featuresOf(table), seed, members, ranks }
  const scores = fuse(
    ranks,
    fits.map((one) => one.scores),
  )
  return { model, scores, inBagRows: 0, nominalScores: 'left-out' }
}

/** The mean over members of what their scores say, row by row. */
export function fuse(ranks: readonly Ranks[], scores: readonly Float64Array[]): Float64Array {
  const fused = new Float64Array(scores[0].length)
  scores.forEach((own, k) => {
    for (let i = 0; i < fused.length; i++) fused[i] += surprisalOfRank(ranks[k], own[i])
  })
  for (let i = 0; i < fused.length; i++) fused[i] /= ranks.length
  return fused
}

export function scoreFusion({ members, ranks }: FusionModel, table: Table, progress: Progress = {}): Float64Array {
  const scores = members.map((member, k) => {
    const own = memberOf(member.detector).score(member, table, { signal: progress.signal })
    report(progress, k + 1, members.length)
    return own
  })
  return fuse(ranks, scores)
}
