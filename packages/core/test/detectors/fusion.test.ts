import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignTable, numericTable } from '../../src/data/table.js'
import { type FusionOptions, fitFusion, scoreFusion } from '../../src/detectors/fusion/fusion.js'
import { learnRanks, surprisalOfRank } from '../../src/detectors/fusion/ranks.js'
import { fitGmm } from '../../src/detectors/gmm/gmm.js'
import { fitKnn } from '../../src/detectors/knn/knn.js'
import { Random } from '../../src/numeric/random.js'
import { errorOf, normalTable } from './tables.js'

describe('ranks', () => {
  it('are minus the log of the share of training scores above', () => {
    const ranks = learnRanks(Float64Array.of(5, 1, 3, 3))
    // Middle ranks: 1 has 1/2, the threes have 2, 5 has 7/2, of 4 + 1.
    expect(surprisalOfRank(ranks, 1)).toBeCloseTo(-Math.log(1 - 0.5 / 5), 12)
    expect(surprisalOfRank(ranks, 3)).toBeCloseTo(-Math.log(1 - 2 / 5), 12)
    expect(surprisalOfRank(ranks, 4)).toBeCloseTo(-Math.log(1 - 2.75 / 5), 12)
    expect(surprisalOfRank(ranks, 5)).toBeCloseTo(-Math.log(1 - 3.5 / 5), 12)
    expect(surprisalOfRank(ranks, 9)).toBeCloseTo(-Math.log(1 - 4 / 5), 12)
    expect(surprisalOfRank(ranks, -3)).toBeCloseTo(-Math.log(1 - 0.25 / 5), 12)
  })

  it('never fall as scores grow, and are finite', () => {
    const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(numbers, numbers, (training, others) => {
        const ranks = learnRanks(Float64Array.from(training))
        const ordered = Float64Array.from([...training, ...others, -8e307, 8e307]).sort()
        const found = Array.from(ordered, (x) => surprisalOfRank(ranks, x))
        expect(found.every((x, i) => Number.isFinite(x) && (i === 0 || x >= found[i - 1]))).toBe(true)
      }),
    )
  })

  it('of many scores are kept for the highest and for some of the others, and differ little', () => {
    const random = new Random(1, 2, 3)
    const scores = Float64Array.from({ length: 50_000 }, () => random.normal())
    const ranks = learnRanks(scores)
    expect(ranks.knots.length).toBeLessThan(5000)
    const sorted = scores.slice().sort()
    for (const k of [10, 5000, 25_000, 47_000, 49_900, 49_999]) {
      expect(surprisalOfRank(ranks, sorted[k])).toBeCloseTo(-Math.log(1 - (k + 0.5) / 50_001), 2)
    }
  })
})

describe('fusion', () => {
  const nominal = normalTable(200, ['a', 'b'], 1)

  it('is the mean of the ranks of its members', () => {
    const { model, scores } = fitFusion(nominal)
    const own = [fitKnn(nominal).scores, fitGmm(nominal).scores]
    const ranks = own.map(learnRanks)
    scores.forEach((x, i) => {
      expect(x).toBeCloseTo((surprisalOfRank(ranks[0], own[0][i]) + surprisalOfRank(ranks[1], own[1][i])) / 2, 12)
    })
    expect(model.members.map(({ detector }) => detector)).toEqual(['knn', 'gmm'])
  })

  it('tells rows beyond all training rows apart', () => {
    const { model } = fitFusion(nominal, { members: ['knn', 'density-forest'] })
    const incoming = alignTable(
      numericTable(
        [
          [5, 5],
          [9, 9],
          [99, 99],
        ],
        ['a', 'b'],
      ),
      model.features,
    )
    const [near, far, farther] = scoreFusion(model, incoming)
    expect(far).toBeGreaterThan(near)
    expect(farther).toBeGreaterThan(far)
  })

  it('refuses members that cannot be fused', () => {
    const bad: FusionOptions[] = [
      { members: [] },
      { members: ['knn'] },
      { members: ['knn', 'knn'] },
      { members: ['knn', 'softmax'] },
      { members: ['knn', 'contrast'] },
      { members: ['knn', 'fusion'] },
      { scaling: 'other' as 'raw' },
    ]
    for (const options of bad) expect(errorOf(() => fitFusion(nominal, options)).code).toBe('bad-option')
  })
})
