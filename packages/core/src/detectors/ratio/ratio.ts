import { joinTables } from '../../data/join.js'
import { type Feature, selectRows, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import { sampleToFront, substream } from '../../numeric/random.js'
import { alignBoth, checkBoth } from '../contrast/both-samples.js'
import { foldsOf } from '../contrast/folds.js'
import { type Learned, whatIsLearned } from '../contrast/learned.js'
import { type Coordinates, learnCoordinates, type Points, place } from '../coordinates/coordinates.js'
import { type Scaling, scalings } from '../coordinates/scale.js'
import { type FitOfBoth, type Progress, report } from '../detector.js'
import { type Axes, alongAxes, findAxes, MOST_COORDINATES } from '../gmm/axes.js'
import { fitMixture } from '../gmm/expectation-maximisation.js'
import { codeCountsOf, componentsFor, type Density, LEAST_ROWS, MOST_ROWS, setAt, surprisals } from '../gmm/gmm.js'
import { type Mixture, type MixtureRows, plainRows } from '../gmm/mixture.js'

export interface RatioOptions {
  readonly seed?: number
  /** The unlabelled rows, whose density is compared with that of the nominal ones. */
  readonly mixture: Table
  /** How features are made comparable; default standardised. */
  readonly scaling?: Scaling
  /** Folds that are left out in turn (default 5). With 1 no training row has a score: score rows that were held out. */
  readonly folds?: number
}

/** The densities of both samples over the same points: plain data. */
export interface DensityPair {
  readonly coordinates: Coordinates
  readonly axes: Axes | null
  readonly nominal: Mixture
  readonly mixture: Mixture
}

export interface RatioModel {
  readonly detector: 'ratio'
  readonly features: readonly Feature[]
  readonly seed: number
  /** By fold: densities of the rows of the other folds; null if one of the samples has too few there. */
  readonly pairs: readonly (DensityPair | null)[]
  /** How well it tells the samples apart; null with a single fold, where no training row can show it. */
  readonly learned: Learned | null
}

/** The options, complete and checked, and both samples with their common features. */
export interface RatioPlan {
  readonly seed: number
  readonly scaling: Scaling
  readonly folds: number
  readonly features: readonly Feature[]
  readonly nominal: Table
  readonly mixture: Table
}

/** Checks both tables and the options. */
export function planRatio(table: Table, options: RatioOptions): RatioPlan {
  const { seed = 1, scaling = 'standardised', folds = 5, mixture } = options
  checkBoth(table, mixture, folds, 'the ratio detector')
  expect(scalings.includes(scaling), 'bad-option', `scaling must be one of ${scalings.join(', ')}; got ${scaling}`)
  return { seed, scaling, folds, ...alignBoth(table, mixture, 'the ratio of densities') }
}

/**
 * How much likelier a row is under a Gaussian mixture of the unlabelled rows than under one of the nominal rows. Every row,
 * nominal, unlabelled or new, is judged by the densities of its fold, which owe nothing to the rows of that fold; the fold
 * follows from the row's own values.
 */
export function fitRatio(table: Table, options: RatioOptions & Progress): FitOfBoth<RatioModel> {
  const plan = planRatio(table, options)
  const pairs = Array.from({ length: plan.folds }, (_, fold) => {
    const pair = fitPair(plan, fold)
    report(options, fold + 1, plan.folds)
    return pair
  })
  const model = ratioModel(plan, pairs)
  const score = (of: Table): Float64Array => (plan.folds === 1 ? new Float64Array(0) : scoreRatio(model, of))
  return finishRatio(model, score(plan.nominal), score(plan.mixture))
}

export function ratioModel({ features, seed }: RatioPlan, pairs: RatioModel['pairs']): RatioModel {
  return { detector: 'ratio', features, seed, pairs, learned: null }
}

/** The model with what it learned, and the scores of both samples. */
export function finishRatio(
  model: RatioModel,
  scores: Float64Array,
  mixtureScores: Float64Array,
): FitOfBoth<RatioModel> {
  const learned = scores.length === 0 ? null : whatIsLearned(scores, mixtureScores)
  return { model: { ...model, learned }, scores, mixtureScores, inBagRows: 0, nominalScores: 'cross-fitted' }
}

/** The densities that judge the rows of a fold. */
export function fitPair(
  plan: RatioPlan,
  fold: number,
  rowsOf: (points: Points) => MixtureRows = plainRows,
): DensityPair | null {
  const nominal = rowsOutside(plan.nominal, fold, plan, 'nominal')
  const mixture = rowsOutside(plan.mixture, fold, plan, 'mixture')
  if (nominal.rows < LEAST_ROWS || mixture.rows < LEAST_ROWS) return null
  const coordinates = learnCoordinates(joinTables(nominal, mixture), plan.scaling, false)
  const placed = [nominal, mixture].map((rows) => place(coordinates, rows))
  const axes =
    placed[0].width > MOST_COORDINATES
      ? findAxes(place(coordinates, joinTables(nominal, mixture)), plan.seed, rowsOf)
      : null
  const codes = codeCountsOf(coordinates)
  const [own, other] = placed.map((points) => {
    const turned = axes === null ? points : alongAxes(axes, points)
    return fitMixture(turned, codes, componentsFor(turned.rows), plan.seed, rowsOf).mixture
  })
  return { coordinates, axes, nominal: own, mixture: other }
}

/** The rows of the other folds, a draw of them if they are many; all rows if there is one fold only. */
function rowsOutside(table: Table, fold: number, { seed, folds }: RatioPlan, sample: string): Table {
  const foldOf = foldsOf(table, folds, seed)
  const outside = Int32Array.from(foldOf.keys()).filter((row) => folds === 1 || foldOf[row] !== fold)
  const order = new Int32Array(outside.length)
  const kept = Math.min(outside.length, MOST_ROWS)
  sampleToFront(order, kept, substream(seed, `ratio ${sample}`, fold))
  return selectRows(
    table,
    order
      .slice(0, kept)
      .sort()
      .map((place) => outside[place]),
  )
}

/** The nominal density of a pair, and that of the unlabelled rows. */
export function densitiesOf({ coordinates, axes, nominal, mixture }: DensityPair): readonly [Density, Density] {
  return [
    { coordinates, axes, mixture: nominal },
    { coordinates, axes, mixture },
  ]
}

/** By fold, the rows of an aligned table that its densities judge. */
export function rowsByFold({ pairs, seed }: RatioModel, table: Table): Int32Array[] {
  const foldOf = foldsOf(table, pairs.length, seed)
  const all = Int32Array.from(foldOf.keys())
  return pairs.map((_, fold) => all.filter((row) => foldOf[row] === fold))
}

/** The log of the ratio of the densities, for every row of an aligned table: higher is more alien, 0 where nothing is known. */
export function scoreRatio(model: RatioModel, table: Table, progress: Progress = {}): Float64Array {
  const scores = new Float64Array(table.rows)
  rowsByFold(model, table).forEach((rows, fold) => {
    const pair = model.pairs[fold]
    if (pair !== null && rows.length > 0) {
      const own = selectRows(table, rows)
      const [under, over] = densitiesOf(pair).map((density) => surprisals(density, own))
      setAt(scores, rows, difference(under, over))
    }
    report(progress, fold + 1, model.pairs.length)
  })
  return scores
}

export function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((x, i) => x - b[i])
}
