import { describe, expect, it } from 'vitest'
import { explain } from '../../src/alarms/explain.js'
import { numericTable, selectRows, type Table } from '../../src/data/table.js'
import { fitBlend } from '../../src/detectors/blend/blend.js'
import { readParts, writtenPart } from '../../src/detectors/blend/parts.js'
import { blend } from '../../src/detectors/blend/row.js'
import { fitContrast } from '../../src/detectors/contrast/contrast.js'
import { fit, score } from '../../src/detectors/fit.js'
import { learnRanks, surprisalOfRank } from '../../src/detectors/fusion/ranks.js'
import { fitGmm, scoreGmm } from '../../src/detectors/gmm/gmm.js'
import { fitKnn, scoreKnn } from '../../src/detectors/knn/knn.js'
import { fitRatio } from '../../src/detectors/ratio/ratio.js'
import { packModel, unpackModel } from '../../src/model-file/model-codec.js'
import { substream } from '../../src/numeric/random.js'
import { errorOf } from './tables.js'

/** Rows around the origin, of which the last `aliens` are shifted a little in every feature. */
function rowsWith(rows: number, aliens: number, seed: number): Table {
  const random = substream(seed, 'blended rows')
  return numericTable(
    Array.from({ length: rows }, (_, i) => {
      const shift = i >= rows - aliens ? 1.6 : 0
      return Array.from({ length: 4 }, () => random.normal() + shift)
    }),
  )
}

const nominal = rowsWith(400, 0, 1)
const mixture = rowsWith(400, 120, 2)
const parts = ['contrast=3', 'ratio:raw', 'knn:ranks=2', 'gmm']
const options = { mixture, contrastTrees: 100, seed: 3, parts } as const
const fitted = fitBlend(nominal, options)

describe('the blend', () => {
  it('is the weighted mean of the ranks of its parts, for both samples and for new rows', () => {
    const forest = fitContrast(nominal, { mixture, contrastTrees: 100, seed: 3 })
    const ratio = fitRatio(nominal, { mixture, seed: 3, scaling: 'raw' })
    const knn = fitKnn(nominal, { seed: 3, scaling: 'ranks' })
    const gmm = fitGmm(nominal, { seed: 3 })
    const weights = [3, 1, 2, 1]
    const ranks = [forest, ratio, knn, gmm].map(({ scores }) => learnRanks(scores))
    const mean = (own: readonly Float64Array[], i: number): number =>
      own.reduce((sum, scores, k) => sum + weights[k] * surprisalOfRank(ranks[k], scores[i]), 0) / 7
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

  it('does not depend on the unit of the weights', () => {
    const tenfold = fitBlend(nominal, { ...options, parts: ['contrast=30', 'ratio:raw=10', 'knn:ranks=20', 'gmm=10'] })
    tenfold.scores.forEach((x, i) => {
      expect(x).toBeCloseTo(fitted.scores[i], 12)
    })
  })

  it('can be of detectors of nominal rows alone', () => {
    const { model, nominalScores } = fitBlend(nominal, { ...options, parts: ['density-forest', 'knn:raw'] })
    expect(model.parts.map(({ detector }) => detector)).toEqual(['density-forest', 'knn'])
    expect(nominalScores).toBe('left-out')
  })

  it('names its parts and their shares, and explains a row by all of them', () => {
    const words = blend.describe(fitted.model)
    expect(words).toMatch(
      /^blend of contrast forest .*\(43 %\); ratio of .*\(14 %\); kNN, .*\(29 %\); Gaussian mixture, .*\(14 %\)$/,
    )
    const [[first]] = explain(fitted.model, numericTable([[0, 9, 0, 0]]), 1)
    expect(first.feature).toBe('f1')
  })

  it('reads parts as they are written', () => {
    expect(readParts(['contrast', 'knn', 'gmm:ranks=0.5'])).toEqual([
      { name: 'contrast', weight: 1 },
      { name: 'knn', scaling: 'standardised', weight: 1 },
      { name: 'gmm', scaling: 'ranks', weight: 0.5 },
    ])
    const written = ['contrast=3', 'iforest', 'knn:standardised', 'gmm:ranks=0.5']
    expect(readParts(written).map(writtenPart)).toEqual(written)
  })

  it('refuses what cannot be', () => {
    const refused = (more: object) => errorOf(() => fit(nominal, { detector: 'blend', ...options, ...more } as never))
    const code = (...parts: string[]): string => refused({ parts }).code
    expect(refused({ mixture: undefined }).code).toBe('bad-option')
    expect(refused({ classes: new Array(400).fill('a') }).code).toBe('bad-option')
    expect(refused({ mixture: selectRows(mixture, [0, 1]) }).code).toBe('too-few-rows')
    expect(refused({ contrastTrees: 4 }).code).toBe('bad-option')
    expect(code()).toBe('bad-option')
    expect(code('fusion')).toBe('bad-option')
    expect(code('knn:other')).toBe('bad-option')
    expect(code('contrast:raw')).toBe('bad-option')
    for (const weight of ['0', '-1', '', 'many', 'Infinity']) expect(code(`knn=${weight}`)).toBe('bad-option')
    expect(refused({ parts: ['knn', 'gmm', 'knn:standardised=2'] }).message).toContain('knn:standardised stands twice')
  })

  it('is refused when damaged', () => {
    const packed = packModel(fitted.model) as { parts: { detector: string }[]; ranks: object[] }
    const damaged = (change: object): string => errorOf(() => unpackModel({ ...packed, ...change })).code
    expect(unpackModel({ ...packed }).detector).toBe('blend')
    expect(damaged({ parts: [] })).toBe('bad-model')
    expect(damaged({ parts: packed.parts.map((part) => ({ ...part, detector: 'fusion' })) })).toBe('bad-model')
    expect(damaged({ ranks: packed.ranks.slice(1) })).toBe('bad-model')
    for (const weight of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(damaged({ weights: Float64Array.of(1, 1, 1, weight) })).toBe('bad-model')
    }
    expect(damaged({ weights: Float64Array.of(1, 1, 1) })).toBe('bad-model')
  })
})
