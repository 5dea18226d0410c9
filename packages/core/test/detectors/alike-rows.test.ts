import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { certify } from '../../src/certificates/certify.js'
import { alphaLowerBound } from '../../src/certificates/exact/alpha-lower-bound.js'
import { numericTable, type Table } from '../../src/data/table.js'
import { rowsAlike } from '../../src/detectors/alike-rows.js'
import type { Fit } from '../../src/detectors/detector.js'
import { fit, score } from '../../src/detectors/fit.js'
import type { FittedModel } from '../../src/detectors/models.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { detectorOf } from '../../src/detectors/table.js'
import { substream } from '../../src/numeric/random.js'
import { estimateAlpha } from '../../src/proportion/estimate.js'
import { allowedFailures } from '../certificates/coverage.js'

/** Two rounded features: some thirty kinds of rows. */
function rounded(rows: number, seed: number, aliens: number): Table {
  const random = substream(seed, 'rounded')
  return numericTable(
    Array.from({ length: rows }, (_, i) => {
      const shift = i < aliens ? 2.2 : 0
      return [Math.round(random.normal() + shift), Math.round(random.normal() + shift)]
    }),
  )
}

/** The detector's own training scores, as they were before rows alike were scored as new ones. */
function unsettled(table: Table, options: FitOptions): Float64Array {
  return (detectorOf(options.detector ?? 'iforest').fit(table, options as never) as Fit<FittedModel>).scores
}

describe('rows that are alike', () => {
  it('are found, whatever kind of column tells the others apart', () => {
    const table = numericTable([
      [0, 1],
      [-0, 1],
      [0, 2],
      [0, 1],
      [Number.NaN, 1],
      [Number.NaN, 1],
    ])
    expect(rowsAlike(table, 2)).toEqual([
      [0, 1, 3],
      [4, 5],
    ])
    expect(rowsAlike(table, 4)).toEqual([])
    expect(rowsAlike(numericTable(Array.from({ length: 30 }, (_, i) => [i, 1])))).toEqual([])
    expect(rowsAlike(numericTable(Array.from({ length: 30 }, () => [1, 1])))).toHaveLength(1)
  })

  it('are those that a comparison of all rows finds', () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = substream(seed, 'alike')
      const rows = Array.from({ length: 60 + seed }, () => [random.below(3), random.below(4), random.below(1 + seed)])
      const kinds = new Map<string, number[]>()
      rows.forEach((row, i) => {
        kinds.set(`${row}`, [...(kinds.get(`${row}`) ?? []), i])
      })
      const many = [...kinds.values()].filter((kind) => kind.length >= 4)
      expect(rowsAlike(numericTable(rows), 4)).toEqual(many)
    }
  })

  it.each<[string, FitOptions]>([
    ['a forest', { trees: 50 }],
    ['a mixture of normals', { detector: 'gmm' }],
    [
      'a forest for each class',
      { trees: 50, classes: Array.from({ length: 400 }, (_, i) => (i % 2 ? 'odd' : 'even')) },
    ],
  ])('have the score of new rows of their kind: %s', (_, options) => {
    const nominal = rounded(400, 1, 0)
    const { model, scores } = fit(nominal, options)
    const whole = score(model, nominal)
    const many = new Set(rowsAlike(nominal).flat())
    expect(many.size).toBeGreaterThan(200)
    for (const row of many) expect(scores[row]).toBe(whole[row])
    if ('classes' in options) return
    const before = unsettled(nominal, options)
    for (let i = 0; i < 400; i++) if (!many.has(i)) expect(scores[i]).toBe(before[i])
    expect([...many].some((i) => before[i] !== whole[i])).toBe(true)
  })

  it('no longer make bt-patrasen see aliens everywhere', () => {
    for (const seed of [1, 2, 3]) {
      const mixture = rounded(1600, 20 + seed, 160)
      const { model, scores } = fit(rounded(800, 10 + seed, 0), { trees: 100, seed })
      const samples = { nominal: scores.toSorted(), mixture: score(model, mixture).toSorted() }
      // .45 to .78 with the out-of-bag scores as they are; the truth is .1.
      expect(estimateAlpha('bt-patrasen', samples, { seed }).alpha).toBeLessThan(0.3)
    }
  })
})

/*
 * Two kinds of nominal rows; some of the aliens are rows of the commoner kind, the others of a kind that no nominal row is. The true miss rate follows from the scores
 * of the three kinds. A gate stands among the out-of-bag scores of the rarer kind, half of which lie below the one score that its mixture rows have.
 */
const RUNS = thorough(24)
const TWIN_RUNS = thorough(40)
const DELTA = 0.2
const ETA = 0.2
const ALPHA = 0.3

interface TwoKinds {
  /** The share of nominals of the rarer kind. */
  readonly rarer: number
  /** The share of aliens that are rows of the commoner kind. */
  readonly hidden: number
}

function draw({ rarer, hidden }: TwoKinds, run: number): { nominal: Table; mixture: Table } {
  const random = substream(91, `kinds ${rarer} ${hidden}`, run)
  const nominal = (): number[] => [random.float() < rarer ? 1 : 0]
  const alien = (): number[] => [random.float() < hidden ? 0 : 4]
  return {
    nominal: numericTable(Array.from({ length: 1000 }, nominal)),
    mixture: numericTable(Array.from({ length: 2000 }, () => (random.float() < ALPHA ? alien() : nominal()))),
  }
}

/** How often a certificate misses more than eta of the aliens, and how often the true alpha is refuted at confidence 1 - delta. */
function violations(
  law: TwoKinds,
  trainingScores: 'of fit' | 'unsettled',
  runs: number,
): { broken: number; refuted: number } {
  let broken = 0
  let refuted = 0
  for (let run = 0; run < runs; run++) {
    const { nominal, mixture } = draw(law, run)
    const options = { trees: 30, subsample: 400, seed: run }
    const { model, scores } = fit(nominal, options)
    const own = trainingScores === 'of fit' ? scores : unsettled(nominal, options)
    const samples = prepare(own, score(model, mixture))
    if (alphaLowerBound(samples, DELTA) > ALPHA) {
      refuted++
      continue
    }
    const { tau } = certify({ samples, alpha: ALPHA, recall: 1 - ETA, confidence: 1 - DELTA })
    const [ordinary, strange] = score(model, numericTable([[0], [4]]))
    if ((ordinary <= tau ? law.hidden : 0) + (strange <= tau ? 1 - law.hidden : 0) > ETA) broken++
  }
  return { broken, refuted }
}

describe('certificates of training scores on discrete data', () => {
  const gateAmongThem = { rarer: 0.44, hidden: 0.25 }
  const halfOfAll = { rarer: 0.55, hidden: 0.25 }

  it.each([gateAmongThem, halfOfAll])('keep their promise: %o', (law) => {
    const { broken, refuted } = violations(law, 'of fit', RUNS)
    const limit = allowedFailures(RUNS, DELTA)
    expect(broken).toBeLessThanOrEqual(limit)
    expect(refuted).toBeLessThanOrEqual(limit)
  })

  it('break it with the out-of-bag scores as they are', () => {
    const limit = allowedFailures(TWIN_RUNS, DELTA)
    expect(violations(gateAmongThem, 'unsettled', TWIN_RUNS).broken).toBeGreaterThan(limit)
    expect(violations(halfOfAll, 'unsettled', TWIN_RUNS).refuted).toBeGreaterThan(limit)
  })
})
