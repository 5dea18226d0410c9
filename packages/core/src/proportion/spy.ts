import { quantile } from '../numeric/quantile.js'
import { sampleToFront, substream } from '../numeric/random.js'
import { sortedCopy } from '../numeric/sort.js'
import { type PooledRows, poolRows } from '../trees/pooled-rows.js'
import { ASIDE, growForest, MIXTURE, NOMINAL, tooManyRows } from '../trees/random-forest.js'
import { rankRows } from '../trees/ranked-rows.js'
import { NOTHING_VARIES, outOfBagShares } from './classifier-scores.js'
import type { Method, Prepared, RowsAndScores, Work } from './estimator.js'

/** The share of the nominals that is hidden in the mixture, and the share of them that may look less nominal than the threshold. */
const SPIES = 0.15
const NOISE = 0.15
const TREES = 500

/**
 * Spies (Liu, Lee, Yu & Li, ICML 2002): some nominals are hidden in the mixture; mixture rows that look less nominal to a
 * classifier than all but 15 % of the spies are reliable aliens; a second classifier, of nominals against those, judges
 * the mixture. Which mixture rows it calls alien, one flag a row.
 */
export function spyVerdicts(pooled: PooledRows, seed: number, work: Work): Uint8Array {
  const { n0, nm } = pooled
  const data = rankRows(pooled)
  const classes = new Uint8Array(n0 + nm).fill(MIXTURE)
  classes.fill(NOMINAL, 0, n0)
  const order = new Int32Array(n0)
  const count = n0 - Math.ceil(n0 * (1 - SPIES)) + 1
  sampleToFront(order, count, substream(seed, 'spies'))
  const hidden = classes.slice()
  for (let k = 0; k < count; k++) hidden[order[k]] = MIXTURE
  const half = (from: number): Work => ({
    ...work,
    onProgress: (done) => work.onProgress?.(from + done, 2 * TREES),
  })
  const first = { ...half(0), trees: TREES, seed, label: 'spies hidden' }
  const ordinary = outOfBagShares(data, hidden, first).map((share) => 1 - share)
  const threshold = quantile(sortedCopy(Float64Array.from({ length: count }, (_, k) => ordinary[order[k]])), NOISE)
  let reliable = 0
  for (let row = n0; row < n0 + nm; row++) {
    if (ordinary[row] < threshold) reliable++
    else classes[row] = ASIDE
  }
  if (reliable === 0) return new Uint8Array(nm)
  const second = { ...half(TREES), trees: TREES, seed, label: 'reliable aliens', outOfBag: false }
  const votes = growForest(data, classes, second)
  return Uint8Array.from({ length: nm }, (_, i) => (2 * votes.mixture[n0 + i] > votes.all[n0 + i] ? 1 : 0))
}

function prepare({ rows }: RowsAndScores, seed: number, work: Work): Prepared | string {
  const pooled = rows && poolRows(rows)
  if (pooled === undefined || pooled.columns.length === 0) return NOTHING_VARIES
  const tooMany = tooManyRows(pooled.n0 + pooled.nm)
  if (tooMany !== null) return tooMany
  const verdicts = spyVerdicts(pooled, seed, work)
  return {
    alpha: verdicts.reduce((sum, alien) => sum + alien, 0) / pooled.nm,
    again: (random) => {
      let aliens = 0
      for (let i = 0; i < pooled.nm; i++) aliens += verdicts[random.below(pooled.nm)]
      return aliens / pooled.nm
    },
  }
}

export const spy: Method = {
  title: 'Spies in the mixture',
  needs: 'rows',
  largest: null,
  about:
    'Some nominals are hidden in the mixture to find reliable aliens; a second forest judges the mixture by them. Far too high (.24 for .1): about 15 % of the nominals are always taken along. The interval holds the forests fixed and misses that.',
  prepare,
}
