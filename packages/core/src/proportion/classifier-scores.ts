import { sortedCopy } from '../numeric/sort.js'
import { poolRows } from '../trees/pooled-rows.js'
import { growForest, MIXTURE, NOMINAL, tooManyRows } from '../trees/random-forest.js'
import { rankRows } from '../trees/ranked-rows.js'
import type { RankedRows } from '../trees/voting-forest.js'
import type { Method, Prepared, RowsAndScores, Work } from './estimator.js'
import { modelSamples } from './model-samples.js'

/*
 * A classifier that tells mixture rows from nominal ones sees every alien as a mixture row and every nominal as a toss-up,
 * so the share of its votes is a score in which aliens stand out, if any score does.
 */

/** Trees of the classifier behind c-ps and c-roc. */
const TREES = 1000

/** The share of out-of-bag votes that say "mixture", by row. */
export interface ClassifierScores {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
}

type Rows = NonNullable<RowsAndScores['rows']>

/** c-ps and c-roc read the same forest, so it is kept for as long as the rows are. */
const kept: WeakMap<Rows, Map<number, ClassifierScores>> = new WeakMap()

/** The reason why there are none: no feature varies. */
export const NOTHING_VARIES = 'every feature is the same in all rows: there is nothing to tell them apart by'

/** Null when no feature varies. */
export function classifierScores(rows: Rows, seed: number, work: Work): ClassifierScores | null {
  const bySeed = kept.get(rows) ?? new Map<number, ClassifierScores>()
  const known = bySeed.get(seed)
  if (known !== undefined) return known
  const pooled = poolRows(rows)
  if (pooled.columns.length === 0) return null
  const { n0 } = pooled
  const classes = new Uint8Array(n0 + pooled.nm).fill(MIXTURE)
  classes.fill(NOMINAL, 0, n0)
  const votes = outOfBagShares(rankRows(pooled), classes, {
    ...work,
    trees: TREES,
    seed,
    label: 'nominal or mixture',
  })
  const scores = { nominal: votes.slice(0, n0), mixture: votes.slice(n0) }
  bySeed.set(seed, scores)
  kept.set(rows, bySeed)
  return scores
}

/** The share of votes for MIXTURE among the trees that a row was out of bag for; one half if there is no such tree. */
export function outOfBagShares(
  data: RankedRows,
  classes: Uint8Array,
  options: { readonly trees: number; readonly seed: number; readonly label: string } & Work,
): Float64Array {
  const { mixture, all } = growForest(data, classes, { ...options, outOfBag: true })
  return Float64Array.from(all, (votes, row) => (votes === 0 ? 0.5 : mixture[row] / votes))
}

/** An estimator that reads the classifier's votes, two ascending samples of shares. */
export function classifierMethod(
  title: string,
  about: string,
  estimate: (nominal: Float64Array, mixture: Float64Array) => number,
): Method {
  const prepare = (samples: RowsAndScores, seed: number, work: Work): Prepared | string => {
    const { rows } = samples
    const tooMany = rows && tooManyRows(rows.nominal.rows + rows.mixture.rows)
    if (tooMany) return tooMany
    const scores = rows === undefined ? null : classifierScores(rows, seed, work)
    if (scores === null) return NOTHING_VARIES
    const nominal = sortedCopy(scores.nominal)
    const mixture = sortedCopy(scores.mixture)
    const alpha = estimate(nominal, mixture)
    const draw = modelSamples(nominal, mixture, alpha)
    return { alpha, again: (random) => estimate(...draw(random)) }
  }
  return { title, needs: 'rows', largest: null, about, prepare }
}
