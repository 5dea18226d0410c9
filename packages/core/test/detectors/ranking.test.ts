import { describe, expect, it } from 'vitest'
import { paperTable } from '../../src/data/synthetic.js'
import { fit, score } from '../../src/detectors/fit.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { Random } from '../../src/numeric/random.js'

/** The share of (alien, nominal) pairs that the scores rank right; ties count half. */
function auc(aliens: Float64Array, nominal: Float64Array): number {
  let right = 0
  for (const a of aliens) for (const b of nominal) right += a > b ? 1 : a === b ? 0.5 : 0
  return right / (aliens.length * nominal.length)
}

const random = new Random(31, 32, 33)
const nominal = paperTable(800, () => false, random)
const newNominal = paperTable(500, () => false, random)
const aliens = paperTable(500, () => true, random)

const detectors: FitOptions[] = [
  { detector: 'iforest', trees: 150, seed: 1 },
  { detector: 'iforest', trees: 150, seed: 1, rangeCheck: false },
  { detector: 'loda', projections: 150, seed: 1 },
]

describe("on the paper's synthetic data", () => {
  it.each(detectors)('aliens rank above new nominal rows: $detector, range check $rangeCheck', (options) => {
    const { model, scores } = fit(nominal, options)
    expect(auc(score(model, aliens), score(model, newNominal))).toBeGreaterThan(0.95)
    expect(auc(score(model, newNominal), scores)).toBeCloseTo(0.5, 1) // training rows look like new ones, out-of-bag
  })

  it('the range check helps', () => {
    const [withCheck, without] = detectors.slice(0, 2).map((options) => {
      const { model } = fit(nominal, options)
      return auc(score(model, aliens), score(model, newNominal))
    })
    expect(withCheck).toBeGreaterThan(without)
  })
})
