import { describe, expect, it } from 'vitest'
import { explain } from '../../src/alarms/explain.js'
import { numericTable, selectRows, type Table } from '../../src/data/table.js'
import { fitContrast } from '../../src/detectors/contrast/contrast.js'
import { whatIsLearned } from '../../src/detectors/contrast/learned.js'
import { fit, score } from '../../src/detectors/fit.js'
import { fitFusedContrast } from '../../src/detectors/fused-contrast/fused-contrast.js'
import { fusedContrast } from '../../src/detectors/fused-contrast/row.js'
import { learnRanks, surprisalOfRank } from '../../src/detectors/fusion/ranks.js'
import { fitGmm, scoreGmm } from '../../src/detectors/gmm/gmm.js'
import { fitKnn, scoreKnn } from '../../src/detectors/knn/knn.js'
import { fitRatio } from '../../src/detectors/ratio/ratio.js'
import { packModel, unpackModel } from '../../src/model-file/model-codec.js'
import { substream } from '../../src/numeric/random.js'
import { errorOf } from './tables.js'

/** Rows around the origin, of which the last `aliens` are shifted a little in every feature. */
function rowsWith(rows: number, aliens: number, seed: number): Table {
  const random = substream(seed, 'fused contrast rows')
  return numericTable(
    Array.from({ length: rows }, (_, i) => {
      const shift = i >= rows - aliens ? 1.6 : 0
      return Array.from({ length: 4 }, () => random.normal() + shift)
    }),
  )
}

const nominal = rowsWith(400, 0, 1)
const mixture = rowsWith(400, 120, 2)
const options = { mixture, contrastTrees: 100, seed: 3 } as const
const fitted = fitFusedContrast(nominal, options)

describe('the fused contrast', () => {
  it('is the mean of the ranks of the contrast forest, the ratio and its members, for both samples and for new rows', () => {
    const forest = fitContrast(nominal, options)
    const ratio = fitRatio(nominal, { mixture, seed: 3 })
    const [knn, gmm] = [fitKnn(nominal, { seed: 3 }), fitGmm(nominal, { seed: 3 })]
    const ranks = [forest, ratio, knn, gmm].map(({ scores }) => learnRanks(scores))
    const mean = (own: readonly Float64Array[], i: number): number =>
      own.reduce((sum, scores, k) => sum + surprisalOfRank(ranks[k], scores[i]), 0) / 4
    const ofNominal = [forest.scores, ratio.scores, knn.scores, gmm.scores]
    const ofMixture = [
      forest.mixtureScores,
      ratio.mixtureScores,
      scoreKnn(knn.model, mixture),
      scoreGmm(gmm.model, mixture),
    ]
    fitted.scores.forEach((x, i) => {
      expect(x).toBeCloseTo(mean(ofNominal, i), 12)
    })
    fitted.mixtureScores.forEach((x, i) => {
      expect(x).toBeCloseTo(mean(ofMixture, i), 12)
    })
    expect(score(fitted.model, mixture)).toEqual(fitted.mixtureScores)
  })

  it('tells aliens apart better than either of its parts', () => {
    const fresh = rowsWith(1000, 0, 5)
    const aliens = rowsWith(1000, 1000, 6)
    const auc = (model: Parameters<typeof score>[0]): number =>
      whatIsLearned(score(model, fresh), score(model, aliens)).auc
    const own = auc(fitted.model)
    expect(own).toBeGreaterThan(auc(fitted.model.contrast))
    expect(own).toBeGreaterThan(auc(fit(nominal, { detector: 'fusion', seed: 3 }).model))
  })

  it('does without the ratio where it is told to, and a model file knows', () => {
    const without = fitFusedContrast(nominal, { ...options, ratio: false }).model
    expect(without.ratio).toBeNull()
    expect(without.ranks).toHaveLength(3)
    const read = unpackModel(packModel(without) as object)
    expect(score(read, mixture)).toEqual(score(without, mixture))
    expect(fusedContrast.describe(without)).not.toContain('ratio')
  })

  it('names its parts, and explains a row by all of them', () => {
    const words = fusedContrast.describe(fitted.model)
    expect(words).toMatch(/^fusion of contrast forest .*; ratio of .*; kNN, .*; Gaussian mixture, /)
    const [[first]] = explain(fitted.model, numericTable([[0, 9, 0, 0]]), 1)
    expect(first.feature).toBe('f1')
  })

  it('takes a single member', () => {
    const { model } = fitFusedContrast(nominal, { ...options, members: ['density-forest'] })
    expect(model.members.map(({ detector }) => detector)).toEqual(['density-forest'])
    expect(model.ranks).toHaveLength(3)
  })

  it('refuses what cannot be', () => {
    const code = (more: object): string =>
      errorOf(() => fit(nominal, { detector: 'fused-contrast', ...options, ...more } as never)).code
    expect(code({ mixture: undefined })).toBe('bad-option')
    expect(code({ members: [] })).toBe('bad-option')
    expect(code({ members: ['contrast'] })).toBe('bad-option')
    expect(code({ scaling: 'other' })).toBe('bad-option')
    expect(code({ contrastTrees: 4 })).toBe('bad-option')
    expect(code({ classes: new Array(400).fill('a') })).toBe('bad-option')
    expect(code({ mixture: selectRows(mixture, [0, 1]) })).toBe('too-few-rows')
  })

  it('is refused when damaged', () => {
    const damaged = (change: object): string =>
      errorOf(() => unpackModel({ ...(packModel(fitted.model) as object), ...change })).code
    const packed = packModel(fitted.model) as { contrast: object; members: object[]; ranks: object[] }
    expect(unpackModel({ ...packed }).detector).toBe('fused-contrast')
    expect(damaged({ contrast: { ...packed.contrast, detector: 'knn' } })).toBe('bad-model')
    expect(damaged({ contrast: { ...packed.contrast, folds: 3 } })).toBe('bad-model')
    expect(damaged({ members: [] })).toBe('bad-model')
    expect(damaged({ members: [packed.contrast, packed.members[0]] })).toBe('bad-model')
    expect(damaged({ ranks: packed.ranks.slice(1) })).toBe('bad-model')
  })
})
