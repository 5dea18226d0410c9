import { type Feature, selectRows, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import { tooManyRows } from '../../trees/random-forest.js'
import { rankColumns } from '../../trees/ranked-rows.js'
import {
  plainShareForest,
  SHARE_UNITS,
  type ShareForestMaker,
  type SharePlan,
  type ShareTree,
} from '../../trees/share-forest.js'
import { BLOCK_ROWS, type FitOfBoth, type Progress, report } from '../detector.js'
import type { KnnModel } from '../knn/knn.js'
import { alignBoth, checkBoth, LEAST_ROWS } from './both-samples.js'
import { foldsOf } from './folds.js'
import { addShares, type ContrastForest, joinTrees } from './forest.js'
import { type Learned, whatIsLearned } from './learned.js'
import { learnPlaces, numbersOf, type Places, tellsApart } from './numbers.js'
import { fitStack, type Stack, setAside, stackedOptions, stackScores, stacks } from './stack.js'

export interface ContrastOptions {
  readonly seed?: number
  /** The unlabelled rows: the forest learns to tell them from the nominal ones. */
  readonly mixture: Table
  /** Trees over all folds (default 500). */
  readonly contrastTrees?: number
  /** Scores of one-class detectors as further features, on nominal rows set aside for that (default none). */
  readonly stack?: Stack
  /** Folds that are left out in turn (default 5). With 1 no training row has a score: score rows that were held out. */
  readonly folds?: number
}

export interface ContrastModel {
  readonly detector: 'contrast'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly folds: number
  /** Trees of each fold; those of the first come first. */
  readonly trees: number
  readonly places: Places
  readonly stack: readonly KnnModel[]
  readonly forest: ContrastForest
  /** How well it tells the samples apart; null with a single fold, where no training row can show it. */
  readonly learned: Learned | null
}

/** The options of the contrast forest, complete and checked, and both samples with their common features. */
export interface ContrastPlan {
  readonly seed: number
  readonly folds: number
  readonly trees: number
  readonly stack: Stack
  readonly features: readonly Feature[]
  readonly nominal: Table
  readonly mixture: Table
}

export const MOST_CONTRAST_TREES = 100_000
/** A node of at most so many draws is a leaf: the share of a smaller one says little where most labels are noise. */
const LEAF_DRAWS = 20
/** Draws of each class for a tree, at most: trees, and with them time and model, do not grow beyond. */
const MOST_DRAWS = 10_000
/** The smaller sample is drawn at most so many times over. */
const MOST_REPEATS = 8

/** Checks both tables and the options. */
export function planContrast(table: Table, options: ContrastOptions): ContrastPlan {
  const { seed = 1, contrastTrees = 500, stack = 'none', folds = 5, mixture } = options
  checkBoth(table, mixture, folds, 'the contrast detector')
  expect(
    Number.isSafeInteger(contrastTrees) && contrastTrees >= folds && contrastTrees <= MOST_CONTRAST_TREES,
    'bad-option',
    `contrast trees must be a whole number from ${folds} (one for each fold) to ${MOST_CONTRAST_TREES}, got ${contrastTrees}`,
  )
  expect(stacks.includes(stack), 'bad-option', `stack must be one of ${stacks.join(', ')}; got ${stack}`)
  const least = stack === 'none' ? LEAST_ROWS : LEAST_ROWS + LEAST_REFERENCES
  const samples = alignBoth(table, mixture, 'the contrast forest', least)
  const tooMany = tooManyRows(samples.nominal.rows + samples.mixture.rows)
  expect(tooMany === null, 'bad-argument', tooMany ?? '')
  return { seed, folds, trees: Math.floor(contrastTrees / folds), stack, ...samples }
}

const LEAST_REFERENCES = 20

/** The rows that take part: without those set aside, which the stack is fitted to. */
export interface ContrastRows {
  readonly kept: Int32Array
  readonly nominal: Table
  readonly references: Table
}

export function divideRows({ nominal, stack, seed }: ContrastPlan): ContrastRows {
  const { references, kept } = setAside(nominal.rows, stack, seed)
  return { kept, nominal: selectRows(nominal, kept), references: selectRows(nominal, references) }
}

/**
 * A forest that tells mixture rows from nominal ones. Nominals are toss-ups and aliens are not, so the share of mixture
 * rows where a row ends up is a score in which aliens stand out, if they can be told apart at all.
 */
export function fitContrast(table: Table, options: ContrastOptions & Progress): FitOfBoth<ContrastModel> {
  const plan = planContrast(table, options)
  const rows = divideRows(plan)
  const models = fitStack(rows.references, stackedOptions(plan.stack, plan.seed))
  const further = { nominal: stackScores(models, rows.nominal), mixture: stackScores(models, plan.mixture) }
  const model = growContrast(plan, rows, models, further, plainShareForest, options)
  if (model.folds === 1) return finishContrast(model, rows, new Float64Array(0), new Float64Array(0))
  return finishContrast(
    model,
    rows,
    scoreContrast(model, rows.nominal, {}, further.nominal),
    scoreContrast(model, plan.mixture, {}, further.mixture),
  )
}

/** Scores of the stack, model by model, for the rows that take part. */
export interface Further {
  readonly nominal: readonly Float64Array[]
  readonly mixture: readonly Float64Array[]
}

/** The model, which does not yet know what it learned. */
export function growContrast(
  plan: ContrastPlan,
  { nominal }: ContrastRows,
  stack: readonly KnnModel[],
  further: Further,
  maker: ShareForestMaker,
  progress: Progress,
): ContrastModel {
  const { seed, folds, trees, features, mixture } = plan
  const places = learnPlaces([nominal, mixture])
  const ofNominal = [...numbersOf(nominal, places), ...further.nominal]
  const ofMixture = [...numbersOf(mixture, places), ...further.mixture]
  const numbers = ofNominal.map((values, j) => joined(values, ofMixture[j]))
  const columns = [...numbers.keys()].filter((j) => tellsApart(numbers[j]))
  expect(
    columns.length > 0,
    'constant-data',
    'every feature is the same in all rows of both samples: there is nothing to tell them apart by',
  )
  const data = rankColumns(
    nominal.rows + mixture.rows,
    columns.map((j) => numbers[j]),
  )
  const foldOf = joinedFolds(foldsOf(nominal, folds, seed), foldsOf(mixture, folds, seed))
  const grown: ShareTree[] = []
  for (let fold = 0; fold < folds; fold++) {
    const share = planOf(foldOf, folds === 1 ? -1 : fold, nominal.rows)
    const forest = share && maker(data, share)
    for (let t = 0; t < trees; t++) {
      grown.push(forest ? forest.grow(seed, 'contrast', fold * trees + t) : UNDECIDED)
      report(progress, grown.length, folds * trees)
    }
  }
  const forest = joinTrees(grown, columns)
  return { detector: 'contrast', features, seed, folds, trees, places, stack, forest, learned: null }
}

/** The tree of a fold outside which one of the samples has no row. */
const UNDECIDED: ShareTree = { feature: Int32Array.of(-1), value: Float64Array.of(SHARE_UNITS / 2) }

/** What the trees of a fold are grown on: all rows of the other folds; null if one sample has none there. */
function planOf(foldOf: Uint8Array, fold: number, n0: number): SharePlan | null {
  const others = Int32Array.from(foldOf.keys()).filter((row) => foldOf[row] !== fold)
  const nominal = others.filter((row) => row < n0)
  const mixture = others.filter((row) => row >= n0)
  const smaller = Math.min(nominal.length, mixture.length)
  if (smaller === 0) return null
  const larger = Math.max(nominal.length, mixture.length)
  return { nominal, mixture, draws: Math.min(larger, MOST_REPEATS * smaller, MOST_DRAWS), leaf: LEAF_DRAWS }
}

/** The model with what it learned, and the scores of both samples. */
export function finishContrast(
  model: ContrastModel,
  { kept, references }: ContrastRows,
  scores: Float64Array,
  mixtureScores: Float64Array,
): FitOfBoth<ContrastModel> {
  const learned = model.folds === 1 ? null : whatIsLearned(scores, mixtureScores)
  return {
    model: { ...model, learned },
    scores,
    mixtureScores,
    inBagRows: 0,
    nominalScores: 'cross-fitted',
    ...(references.rows > 0 ? { scored: kept } : {}),
  }
}

/** The mean share of mixture rows among the leaves that the trees of a row's fold send it to. */
export function scoreContrast(
  model: ContrastModel,
  table: Table,
  progress: Progress = {},
  further: readonly Float64Array[] = stackScores(model.stack, table),
): Float64Array {
  const { forest, folds, trees, places, features, seed } = model
  const width = features.length + further.length
  const foldOf = foldsOf(table, folds, seed)
  const columns = [...numbersOf(table, places), ...further]
  const scores = new Float64Array(table.rows)
  const values = new Float64Array(BLOCK_ROWS * width)
  for (let from = 0; from < table.rows; from += BLOCK_ROWS) {
    const to = Math.min(table.rows, from + BLOCK_ROWS)
    const rows: number[][] = Array.from({ length: folds }, () => [])
    for (let i = from; i < to; i++) {
      for (let j = 0; j < width; j++) values[(i - from) * width + j] = columns[j][i]
      rows[foldOf[i]].push(i - from)
    }
    const sums = scores.subarray(from, to)
    for (let fold = 0; fold < folds; fold++) {
      if (rows[fold].length === 0) continue
      addShares(forest, fold * trees, (fold + 1) * trees, values, width, rows[fold], sums)
    }
    report(progress, to, table.rows)
  }
  return scores.map((sum) => sum / (trees * SHARE_UNITS))
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function joinedFolds(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
