import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { numericTable, type Table } from '../../src/data/table.js'
import { substream } from '../../src/numeric/random.js'
import { sortedCopy } from '../../src/numeric/sort.js'
import { sharpestBend } from '../../src/proportion/c-ps.js'
import { outOfBagShares } from '../../src/proportion/classifier-scores.js'
import { estimateAlpha } from '../../src/proportion/estimate.js'
import { drawFourier, plainFourier } from '../../src/proportion/fourier-features.js'
import { kernelRows } from '../../src/proportion/kernel-rows.js'
import { mixtureSteps, patraSenDistance, patraSenMemory } from '../../src/proportion/patra-sen.js'
import { rocSlopeEstimate } from '../../src/proportion/roc-slope.js'
import { poolRows } from '../../src/trees/pooled-rows.js'
import { growForest, tooManyRows } from '../../src/trees/random-forest.js'
import { rankRows } from '../../src/trees/ranked-rows.js'

interface Reference {
  readonly patraSen: { nominal: number[]; mixture: number[]; distances: [a: number, d: number][]; bend: number }[]
  readonly rocSlope: { nominal: number[]; mixture: number[]; alpha: number }[]
  readonly forest: { x: number[][]; shares: number[] }
  readonly kernelMean: { nominal: number[][]; mixture: number[][]; km1: number; km2: number }[]
}

const reference: Reference = JSON.parse(readFileSync(new URL('./fixtures/estimators.json', import.meta.url), 'utf8'))

describe('the Patra-Sen distance', () => {
  it.each(reference.patraSen)('is that of scikit-learn and bends where it does, at $bend', (sample) => {
    const nominal = sortedCopy(sample.nominal)
    const mixture = sortedCopy(sample.mixture)
    const steps = mixtureSteps(nominal, mixture)
    const memory = patraSenMemory(mixture.length)
    for (const [a, d] of sample.distances) expect(patraSenDistance(steps, a, memory)).toBeCloseTo(d, 12)
    expect(sharpestBend(nominal, mixture)).toBeCloseTo(sample.bend, 12)
  })

  it('bends most where the largest of all second differences is', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = substream(seed, 'bend')
      const steps = [0, 3, 50][seed % 3]
      const draw = (n: number, share: number): Float64Array =>
        sortedCopy(
          Float64Array.from({ length: n }, () => {
            const x = random.normal() - (random.float() < share ? 2 : 0)
            return steps === 0 ? x : Math.round(x * steps) / steps
          }),
        )
      const nominal = draw(10 + random.below(200), 0)
      const mixture = draw(10 + random.below(200), random.float())
      const memory = patraSenMemory(mixture.length)
      const d = Array.from({ length: 1001 }, (_, i) =>
        patraSenDistance(mixtureSteps(nominal, mixture), i / 1000, memory),
      )
      const bends = d.map((x, i) => (i < 3 ? 0 : x - d[i - 1] - (d[i - 1] - d[i - 2])))
      expect(sharpestBend(nominal, mixture)).toBe(bends.indexOf(Math.max(...bends)) / 1000)
    }
  })
})

describe('the slope of the ROC curve', () => {
  it.each(reference.rocSlope)('is that of SciPy, alpha $alpha', ({ nominal, mixture, alpha }) => {
    expect(rocSlopeEstimate(sortedCopy(nominal), sortedCopy(mixture))).toBeCloseTo(alpha, 9)
  })
})

describe('the random forest', () => {
  const { x, shares } = reference.forest
  const half = x.length / 2
  const pooled = poolRows({ nominal: numericTable(x.slice(0, half)), mixture: numericTable(x.slice(half)) })
  const classes = Uint8Array.from(x, (_, i) => (i < half ? 0 : 1))

  it('votes like that of scikit-learn, row by row', () => {
    const mine = outOfBagShares(rankRows(pooled), classes, { trees: 1500, seed: 5, label: 'test' })
    // Two standard errors of a share of 550 votes are .043.
    const gaps = mine.map((share, i) => Math.abs(share - shares[i]))
    expect(gaps.reduce((a, b) => a + b) / gaps.length).toBeLessThan(0.02)
    expect(Math.max(...gaps)).toBeLessThan(0.1)
    expect(areaUnderCurve(mine, half)).toBeCloseTo(areaUnderCurve(Float64Array.from(shares), half), 1.7)
  })

  it('judges rows only by trees that did not see them by default', () => {
    const out = growForest(rankRows(pooled), classes, { trees: 200, seed: 1, label: 'test', outOfBag: true })
    const share = out.all.reduce((a, b) => a + b) / x.length / 200
    expect(share).toBeGreaterThan(0.36)
    expect(share).toBeLessThan(0.375)
    const all = growForest(rankRows(pooled), classes, { trees: 200, seed: 1, label: 'test', outOfBag: false })
    expect(all.all.every((votes) => votes === 200)).toBe(true)
    const right = all.mixture.filter((votes, i) => votes > 100 === i >= half).length
    expect(right).toBe(x.length) // full depth: a forest knows its own rows
  })

  it('refuses more rows than it can number', () => {
    expect(tooManyRows(2 ** 24)).toBeNull()
    expect(tooManyRows(2 ** 24 + 1)).toBe('its forest takes at most 16777216 rows in all; got 16777217')
  })

  it('does not train on rows set aside, but judges them', () => {
    const aside = classes.map((c, i) => (i >= half && i % 2 === 0 ? 2 : c))
    const votes = growForest(rankRows(pooled), aside, { trees: 300, seed: 1, label: 'test', outOfBag: false })
    const judged = Array.from(votes.mixture.subarray(half), (v, i) => ({
      share: v / 300,
      aside: aside[half + i] === 2,
    }))
    expect(Math.min(...judged.filter((row) => !row.aside).map((row) => row.share))).toBeGreaterThan(0.5)
    expect(Math.min(...judged.filter((row) => row.aside).map((row) => row.share))).toBeLessThan(0.3)
  })

  it('splits a tied feature exactly: a rule in two categories and missing values is learnt', () => {
    const random = substream(4, 'categories')
    const rows = 300
    const kinds = Array.from({ length: rows }, () => random.below(4))
    const column = (from: number): Table['columns'][number] => ({
      name: 'kind',
      kind: 'categorical',
      codes: Int32Array.from({ length: rows }, (_, i) => (from + kinds[i] === 0 ? -1 : kinds[i])),
      categories: ['a', 'b', 'c', 'd'],
    })
    const noise = { name: 'x', kind: 'numeric', values: Float64Array.from(kinds, () => random.normal()) } as const
    // Kind 0 is missing in the first table and present in the second; nothing else differs.
    const features = { nominal: { rows, columns: [column(0), noise] }, mixture: { rows, columns: [column(1), noise] } }
    const labels = Uint8Array.from({ length: 2 * rows }, (_, i) => (i < rows ? 0 : 1))
    const votes = growForest(rankRows(poolRows(features)), labels, {
      trees: 200,
      seed: 1,
      label: 'test',
      outOfBag: true,
    })
    const share = votes.mixture.map((v, i) => (100 * v) / votes.all[i])
    kinds.forEach((kind, i) => {
      if (kind !== 0) return
      expect(share[i]).toBeLessThan(25)
      expect(share[rows + i]).toBeGreaterThan(75)
    })
  })
})

function areaUnderCurve(scores: Float64Array, half: number): number {
  let wins = 0
  for (let i = 0; i < half; i++)
    for (let j = half; j < scores.length; j++) wins += scores[j] > scores[i] ? 1 : scores[j] === scores[i] ? 0.5 : 0
  return wins / half / (scores.length - half)
}

describe('kernel mean embedding', () => {
  it.each(reference.kernelMean)('estimates what SciPy estimates: $km1 and $km2', ({ nominal, mixture, km1, km2 }) => {
    const rows = { nominal: numericTable(nominal), mixture: numericTable(mixture) }
    const samples = { nominal: new Float64Array(nominal.length), mixture: new Float64Array(mixture.length), rows }
    expect(estimateAlpha('km1', samples).alpha).toBeCloseTo(km1, 9)
    expect(estimateAlpha('km2', samples).alpha).toBeCloseTo(km2, 9)
  })
})

describe('what estimators see of the rows', () => {
  const nominal: Table = {
    rows: 4,
    columns: [
      { name: 'same', kind: 'numeric', values: Float64Array.of(5, 5, 5, 5) },
      { name: 'size', kind: 'numeric', values: Float64Array.of(1, 3, 5, 7) },
      { name: 'colour', kind: 'categorical', codes: Int32Array.of(0, 0, 1, -1), categories: ['blue', 'red'] },
    ],
  }
  const mixture: Table = {
    rows: 2,
    columns: [
      { name: 'colour', kind: 'categorical', codes: Int32Array.of(0, 1), categories: ['green', 'red'] },
      { name: 'size', kind: 'numeric', values: Float64Array.of(Number.NaN, 4) },
      { name: 'same', kind: 'numeric', values: Float64Array.of(5, 5) },
      { name: 'other', kind: 'numeric', values: Float64Array.of(1, 2) },
    ],
  }
  const pooled = poolRows({ nominal, mixture })

  it('columns are matched by name, categories by what they say; those that never vary are left out', () => {
    expect(pooled.columns).toEqual([
      { kind: 'numeric', values: Float64Array.of(1, 3, 5, 7, Number.NaN, 4) },
      { kind: 'categorical', codes: Int32Array.of(0, 0, 1, -1, 2, 1), categories: 4 },
    ])
    expect(() => poolRows({ nominal, mixture: { rows: 2, columns: [mixture.columns[0]] } })).toThrow(/same/)
  })

  it('trees see ranks: missing values below all others, rare categories below common ones', () => {
    const { ranks } = rankRows(pooled)
    expect(Array.from(ranks)).toEqual([1, 2, 4, 5, 0, 3, 2, 2, 3, 0, 1, 3])
  })

  it('kernels see nominal standard deviations, flags and indicators', () => {
    const { width, values } = kernelRows(pooled)
    expect(width).toBe(5)
    const column = (j: number): number[] => Array.from({ length: 6 }, (_, i) => values[i * width + j])
    const sd = Math.sqrt(5)
    expect(column(0).map((x) => x * sd)).toEqual([-3, -1, 1, 3, 0, 0].map((x) => expect.closeTo(x, 9)))
    expect(column(1)).toEqual([0, 0, 0, 0, 1, 0])
    expect(column(2)).toEqual([1, 1, 0, 0, 0, 0])
    expect(column(3)).toEqual([0, 0, 1, 0, 0, 1])
    expect(column(4)).toEqual([0, 0, 0, 0, 1, 0])
  })
})

it('random Fourier features multiply to the Gaussian kernel', () => {
  const random = substream(6, 'features')
  const values = Float64Array.from({ length: 12 }, () => random.normal())
  const rows = { n0: 3, nm: 3, width: 2, values }
  const width = 1.7
  const features = plainFourier(rows, drawFourier(2, 20000, random)).of(Int32Array.of(0, 1, 2, 3, 4, 5), width)
  for (let i = 0; i < 6; i++)
    for (let j = 0; j <= i; j++) {
      const row = new Float64Array(features.columns)
      features.only(Int32Array.of(i)).add(Float64Array.of(1), row)
      expect(row[20000]).toBe(1)
      row[20000] = 0
      const image = new Float64Array(6)
      features.multiply(row, image)
      const product = image[j]
      let square = 0
      for (let k = 0; k < 2; k++) square += (values[2 * i + k] - values[2 * j + k]) ** 2
      expect(Math.abs(product - Math.exp(-square / (2 * width * width)))).toBeLessThan(0.03)
    }
})
