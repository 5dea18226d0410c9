import { expect, it } from 'vitest'
import { paperTable } from '../../src/data/synthetic.js'
import { fit, score } from '../../src/detectors/fit.js'
import { substream } from '../../src/numeric/random.js'
import { estimateAlpha } from '../../src/proportion/estimate.js'
import type { RowsAndScores } from '../../src/proportion/estimator.js'

/** Means of 100 runs in the journal paper: n = 100, alpha = .4, its synthetic data. */
const published = [
  ['bt-patrasen', 0.406],
  ['c-ps', 0.513],
  ['c-roc', 0.308],
  ['spy', 0.497],
  ['km1', 0.426],
  ['km2', 0.533],
  ['km1-scores', 0.432],
  ['km2-scores', 0.443],
] as const
const N = 100
const ALIENS = 40
const RUNS = 10

const samples: RowsAndScores[] = Array.from({ length: RUNS }, (_, run) => {
  const random = substream(100, 'published', run)
  const nominal = paperTable(N, () => false, random)
  const mixture = paperTable(N, (i) => i < ALIENS, random)
  const { model, scores } = fit(nominal, { seed: run })
  return { nominal: scores, mixture: score(model, mixture), rows: { nominal, mixture } }
})

it.each(published)('%s has the published mean, %d, within the noise of both', (name, mean) => {
  const estimates = samples.map((sample, run) => estimateAlpha(name, sample, { seed: run }).alpha!)
  const mine = estimates.reduce((a, b) => a + b) / RUNS
  const variance = estimates.reduce((sum, x) => sum + (x - mine) * (x - mine), 0) / (RUNS - 1)
  expect(Math.abs(mine - mean)).toBeLessThan(3.5 * Math.sqrt(variance / RUNS + variance / 100))
})
