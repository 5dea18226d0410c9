import { alignTable, checkTable, type Feature, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import { type ContrastModel, fitContrast, scoreContrast } from '../contrast/contrast.js'
import type { Scaling } from '../coordinates/scale.js'
import { type Fit, type FitOfBoth, type Progress, report } from '../detector.js'
import { DEFAULT_MEMBERS, fuse, type MemberPlan, planMembers } from '../fusion/fusion.js'
import { type MemberModel, memberOf } from '../fusion/members.js'
import { learnRanks, type Ranks } from '../fusion/ranks.js'

export interface FusedContrastOptions {
  readonly seed?: number
  /** The unlabelled rows that the contrast forest learns from. */
  readonly mixture: Table
  /** The detectors of nominal rows beside the contrast forest; default knn and gmm. */
  readonly members?: readonly string[]
  /** How features are made comparable, for the members that ask for it; default standardised. */
  readonly scaling?: Scaling
  /** Trees of the contrast forest (default 500). */
  readonly contrastTrees?: number
}

export interface FusedContrastModel {
  readonly detector: 'fused-contrast'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly contrast: ContrastModel
  readonly members: readonly MemberModel[]
  /** The ranks of the contrast forest's scores of nominal rows, then those of each member. */
  readonly ranks: readonly Ranks[]
}

/** Checks the options, but for those that the contrast forest checks itself. */
export function planFusedContrast(
  table: Table,
  { seed = 1, members = DEFAULT_MEMBERS, scaling, mixture }: FusedContrastOptions,
): { readonly members: readonly MemberPlan[] } {
  checkTable(table, 'the nominal data')
  expect(
    mixture !== undefined,
    'bad-option',
    'the fused contrast detector learns from the mixture too: expected its rows as the option mixture',
  )
  return { members: planMembers(members, scaling, seed, 1) }
}

/**
 * The contrast forest, which learns what the aliens of the mixture look like, and detectors that learn what nominal rows
 * look like, as one: the mean of their ranks. The forest is never shown a score of the others, so it cannot learn from
 * them who is in which file.
 */
export function fitFusedContrast(
  table: Table,
  options: FusedContrastOptions & Progress,
): FitOfBoth<FusedContrastModel> {
  const { members } = planFusedContrast(table, options)
  const { signal } = options
  const contrast = fitContrast(table, contrastOptions(options))
  report(options, 1, members.length + 1)
  const fits = members.map(({ name, options: own }, k) => {
    const fitted = memberOf(name).fit(table, { ...own, signal }) as Fit<MemberModel>
    report(options, k + 2, members.length + 1)
    return fitted
  })
  const others = fits.map(({ model }) => scoreMember(model, options.mixture))
  return finishFusedContrast(contrast, fits, others)
}

/** What the contrast forest is fitted with. */
export function contrastOptions({ seed, mixture, contrastTrees, signal }: FusedContrastOptions & Progress): {
  seed?: number
  mixture: Table
  contrastTrees?: number
} & Progress {
  return { seed, mixture, contrastTrees, signal }
}

type OwnFit<Model> = Pick<Fit<Model>, 'model' | 'scores'>

/** The model and the scores of both samples, from the fits of the parts and the members' scores of the mixture. */
export function finishFusedContrast(
  contrast: OwnFit<ContrastModel> & { readonly mixtureScores?: Float64Array },
  fits: readonly OwnFit<MemberModel>[],
  mixtureScores: readonly Float64Array[],
): FitOfBoth<FusedContrastModel> {
  const own = [contrast.scores, ...fits.map(({ scores }) => scores)]
  const ranks = own.map(learnRanks)
  const { features, seed } = contrast.model
  const model: FusedContrastModel = {
    detector: 'fused-contrast',
    features,
    seed,
    contrast: contrast.model,
    members: fits.map((one) => one.model),
    ranks,
  }
  return {
    model,
    scores: fuse(ranks, own),
    mixtureScores: fuse(ranks, [contrast.mixtureScores!, ...mixtureScores]),
    inBagRows: 0,
    nominalScores: 'left-out',
  }
}

function scoreMember(member: MemberModel, table: Table, progress: Progress = {}): Float64Array {
  return memberOf(member.detector).score(member, alignTable(table, member.features), progress)
}

export function scoreFusedContrast(
  { contrast, members, ranks }: FusedContrastModel,
  table: Table,
  progress: Progress = {},
): Float64Array {
  const { signal } = progress
  const scores = [scoreContrast(contrast, table, { signal })]
  report(progress, 1, ranks.length)
  for (const member of members) {
    scores.push(scoreMember(member, table, { signal }))
    report(progress, scores.length, ranks.length)
  }
  return fuse(ranks, scores)
}
