import { alignTable, checkTable, type Feature, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import { alignBoth } from '../contrast/both-samples.js'
import { type Fit, type FitOfBoth, type Progress, report } from '../detector.js'
import { learnRanks, type Ranks, surprisalOfRank } from '../fusion/ranks.js'
import { type Part, type PartModel, type PartName, partOf, readParts } from './parts.js'

export interface BlendOptions {
  readonly seed?: number
  /** The unlabelled rows that the contrast forest and the ratio learn from. */
  readonly mixture: Table
  /** Detectors, with their scalings and weights where they have any: `contrast`, `knn:raw`, `gmm:ranks=2`. Default: the contrast forest, the density forest, and kNN and the Gaussian mixture in every scaling, all alike. */
  readonly parts?: readonly string[]
  /** Trees of the contrast forest (default 500). */
  readonly contrastTrees?: number
}

export interface BlendModel {
  readonly detector: 'blend'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly parts: readonly PartModel[]
  /** By part: the ranks of its scores of the nominal rows, and how much they count. */
  readonly ranks: readonly Ranks[]
  readonly weights: Float64Array
}

const DEFAULT_PARTS: readonly string[] = [
  'contrast',
  'density-forest',
  ...['standardised', 'raw', 'ranks'].flatMap((scaling) => [`knn:${scaling}`, `gmm:${scaling}`]),
]

/** What each part is fitted with. */
export interface BlendPlan {
  readonly seed: number
  /** The common features of both samples. */
  readonly features: readonly Feature[]
  readonly parts: readonly { readonly name: PartName; readonly options: object & Progress }[]
  readonly weights: Float64Array
}

/** Checks both tables and the options, but for those that the parts check themselves. */
export function planBlend(table: Table, options: BlendOptions & Progress): BlendPlan {
  const { seed = 1, mixture, parts: written = DEFAULT_PARTS, contrastTrees, signal } = options
  checkTable(table, 'the nominal data')
  expect(
    mixture !== undefined,
    'bad-option',
    'the blend learns from the mixture too: expected its rows as the option mixture',
  )
  const { features } = alignBoth(table, mixture, 'the blend')
  const parts = readParts(written)
  const optionsOf = ({ name, scaling }: Part): Progress & Readonly<Record<string, unknown>> => ({
    seed,
    signal,
    ...(scaling && { scaling }),
    ...(partOf(name).learnsFromMixture ? { mixture } : {}),
    ...(name === 'contrast' && { contrastTrees }),
  })
  return {
    seed,
    features,
    parts: parts.map((part) => ({ name: part.name, options: optionsOf(part) })),
    weights: Float64Array.from(parts, ({ weight }) => weight),
  }
}

/**
 * Several detectors as one, each in a scaling of its own: the weighted mean of their ranks. None is ever shown a score of another, so none can
 * learn from it who is in which file.
 */
export function fitBlend(table: Table, options: BlendOptions & Progress): FitOfBoth<BlendModel> {
  const plan = planBlend(table, options)
  const fits = plan.parts.map(({ name, options: own }, k) => {
    const { model, scores, mixtureScores } = partOf(name).fit(table, own) as Fit<PartModel>
    const others = mixtureScores ?? partOf(name).score(model, alignTable(options.mixture, model.features), own)
    report(options, k + 1, plan.parts.length)
    return { model, scores, mixtureScores: others }
  })
  return finishBlend(plan, fits)
}

/** A part, and its honest scores of both samples. */
export interface FittedPart {
  readonly model: PartModel
  readonly scores: Float64Array
  readonly mixtureScores: Float64Array
}

/** The model and the scores of both samples, from the fits of the parts. */
export function finishBlend(
  { seed, features, weights }: BlendPlan,
  fits: readonly FittedPart[],
): FitOfBoth<BlendModel> {
  const own = fits.map(({ scores }) => scores)
  const ranks = own.map(learnRanks)
  const others = fits.map(({ mixtureScores }) => mixtureScores)
  return {
    model: { detector: 'blend', features, seed, parts: fits.map(({ model }) => model), ranks, weights },
    scores: blendScores(ranks, weights, own),
    mixtureScores: blendScores(ranks, weights, others),
    inBagRows: 0,
    nominalScores: 'left-out',
  }
}

/** The weighted mean over parts of what their scores say, row by row. */
export function blendScores(
  ranks: readonly Ranks[],
  weights: Float64Array,
  scores: readonly Float64Array[],
): Float64Array {
  const blended = new Float64Array(scores[0].length)
  scores.forEach((own, k) => {
    for (let i = 0; i < blended.length; i++) blended[i] += weights[k] * surprisalOfRank(ranks[k], own[i])
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (let i = 0; i < blended.length; i++) blended[i] /= total
  return blended
}

export function scoreBlend({ parts, ranks, weights }: BlendModel, table: Table, progress: Progress = {}): Float64Array {
  const { signal } = progress
  const scores = parts.map((part, k) => {
    const own = partOf(part.detector).score(part, alignTable(table, part.features), { signal })
    report(progress, k + 1, parts.length)
    return own
  })
  return blendScores(ranks, weights, scores)
}
