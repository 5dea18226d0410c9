import { alignTable, checkTable, type Feature, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import { type ContrastModel, type ContrastOptions, fitContrast, scoreContrast } from '../contrast/contrast.js'
import type { Scaling } from '../coordinates/scale.js'
import { type Fit, type FitOfBoth, type Progress, report } from '../detector.js'
import { DEFAULT_MEMBERS, fuse, type MemberPlan, planMembers } from '../fusion/fusion.js'
import { type MemberModel, memberOf } from '../fusion/members.js'
import { learnRanks, type Ranks } from '../fusion/ranks.js'
import { fitRatio, type RatioModel, type RatioOptions, scoreRatio } from '../ratio/ratio.js'

export interface FusedContrastOptions {
  readonly seed?: number
  /** The unlabelled rows that the contrast forest and the ratio learn from. */
  readonly mixture: Table
  /** The detectors of nominal rows beside the contrast forest; default knn and gmm. */
  readonly members?: readonly string[]
  /** How features are made comparable, for the ratio and the members that ask for it; default standardised. */
  readonly scaling?: Scaling
  /** Trees of the contrast forest (default 500). */
  readonly contrastTrees?: number
  /** Whether the ratio of densities is one of the parts (default true); with few aliens it has too little to learn from. */
  readonly ratio?: boolean
}

export interface FusedContrastModel {
  readonly detector: 'fused-contrast'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly contrast: ContrastModel
  /** Null if it was left out. */
  readonly ratio: RatioModel | null
  readonly members: readonly MemberModel[]
  /** The ranks of the scores of nominal rows: by the contrast forest, the ratio and each member. */
  readonly ranks: readonly Ranks[]
}

/** What each part is fitted with. */
export interface FusedContrastPlan {
  readonly contrast: ContrastOptions & Progress
  readonly ratio: (RatioOptions & Progress) | null
  readonly members: readonly MemberPlan[]
  /** Parts that are fitted, for those who want to know how far it is. */
  readonly parts: number
}

/** Checks the options, but for those that the contrast forest checks itself. */
export function planFusedContrast(table: Table, options: FusedContrastOptions & Progress): FusedContrastPlan {
  const { seed = 1, members = DEFAULT_MEMBERS, scaling, mixture, contrastTrees, ratio = true, signal } = options
  checkTable(table, 'the nominal data')
  expect(
    mixture !== undefined,
    'bad-option',
    'the fused contrast detector learns from the mixture too: expected its rows as the option mixture',
  )
  const planned = planMembers(members, scaling, seed, 1)
  return {
    contrast: { seed, mixture, contrastTrees, signal },
    ratio: ratio ? { seed, mixture, scaling, signal } : null,
    members: planned,
    parts: planned.length + (ratio ? 2 : 1),
  }
}

/**
 * What learns from the mixture what its aliens look like (the contrast forest, the ratio of densities), and detectors that
 * learn what nominal rows look like, as one: the mean of their ranks. None is ever shown a score of another, so none can
 * learn from it who is in which file.
 */
export function fitFusedContrast(
  table: Table,
  options: FusedContrastOptions & Progress,
): FitOfBoth<FusedContrastModel> {
  const plan = planFusedContrast(table, options)
  const contrast = fitContrast(table, plan.contrast)
  report(options, 1, plan.parts)
  const ratio = plan.ratio && fitRatio(table, plan.ratio)
  const learners = plan.parts - plan.members.length
  report(options, learners, plan.parts)
  const fits = plan.members.map(({ name, options: own }, k) => {
    const fitted = memberOf(name).fit(table, { ...own, signal: options.signal }) as Fit<MemberModel>
    report(options, learners + k + 1, plan.parts)
    return fitted
  })
  const others = fits.map(({ model }) => scoreMember(model, options.mixture))
  return finishFusedContrast(contrast, ratio, fits, others)
}

type OwnFit<Model> = Pick<Fit<Model>, 'model' | 'scores'>
type FitOfSamples<Model> = OwnFit<Model> & { readonly mixtureScores?: Float64Array }

/** The model and the scores of both samples, from the fits of the parts and the members' scores of the mixture. */
export function finishFusedContrast(
  contrast: FitOfSamples<ContrastModel>,
  ratio: FitOfSamples<RatioModel> | null,
  fits: readonly OwnFit<MemberModel>[],
  mixtureScores: readonly Float64Array[],
): FitOfBoth<FusedContrastModel> {
  const learners = ratio === null ? [contrast] : [contrast, ratio]
  const own = [...learners, ...fits].map(({ scores }) => scores)
  const ranks = own.map(learnRanks)
  const { features, seed } = contrast.model
  const model: FusedContrastModel = {
    detector: 'fused-contrast',
    features,
    seed,
    contrast: contrast.model,
    ratio: ratio?.model ?? null,
    members: fits.map((one) => one.model),
    ranks,
  }
  return {
    model,
    scores: fuse(ranks, own),
    mixtureScores: fuse(ranks, [...learners.map((one) => one.mixtureScores!), ...mixtureScores]),
    inBagRows: 0,
    nominalScores: 'left-out',
  }
}

function scoreMember(member: MemberModel, table: Table, progress: Progress = {}): Float64Array {
  return memberOf(member.detector).score(member, alignTable(table, member.features), progress)
}

export function scoreFusedContrast(
  { contrast, ratio, members, ranks }: FusedContrastModel,
  table: Table,
  progress: Progress = {},
): Float64Array {
  const { signal } = progress
  const scores = [scoreContrast(contrast, table, { signal })]
  report(progress, 1, ranks.length)
  if (ratio !== null) scores.push(scoreRatio(ratio, table, { signal }))
  for (const member of members) {
    scores.push(scoreMember(member, table, { signal }))
    report(progress, scores.length, ranks.length)
  }
  return fuse(ranks, scores)
}
