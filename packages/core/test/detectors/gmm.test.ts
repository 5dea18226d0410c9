import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alignTable,
  type Column,
  categoricalColumn,
  numericTable,
  selectRows,
  type Table,
} from '../../src/data/table.js'
import type { Points } from '../../src/detectors/coordinates/coordinates.js'
import { alongAxes, findAxes } from '../../src/detectors/gmm/axes.js'
import { fitGmm, type GmmModel, type GmmOptions, scoreGmm as scoreAligned } from '../../src/detectors/gmm/gmm.js'
import { logDensity, type Mixture, plainRows, scratchFor } from '../../src/detectors/gmm/mixture.js'
import { startingComponents } from '../../src/detectors/gmm/start.js'
import { Random, substream } from '../../src/numeric/random.js'
import { symmetricEigenvectors } from '../../src/numeric/symmetric-eigen.js'
import { choleskyInPlace, invertInPlace } from '../../src/numeric/triangular.js'
import { errorOf, normalTable, withColumn } from './tables.js'

const fixture = JSON.parse(readFileSync(new URL('fixtures/gmm.json', import.meta.url), 'utf8')) as {
  density: { weights: number[]; means: number[][]; covariances: number[][][]; rows: number[][]; log: number[] }
  fit: { nominal: number[][]; rows: number[][]; one: number[]; three: number[] }
  axes: { rows: number[][]; along: number[]; rest: number[] }
}

const numeric = (name: string, values: ArrayLike<number>): Column => ({
  name,
  kind: 'numeric',
  values: Float64Array.from(values),
})

const pointsOf = (rows: readonly (readonly number[])[]): Points => ({
  rows: rows.length,
  width: rows[0].length,
  values: Float64Array.from(rows.flat()),
  coded: 0,
  codes: new Int32Array(0),
  costs: new Float64Array(0),
  base: new Float64Array(rows.length),
})

const scoreGmm = (model: GmmModel, table: Table): Float64Array => scoreAligned(model, alignTable(table, model.features))
const closeTo = (values: readonly number[], digits: number): unknown[] => values.map((x) => expect.closeTo(x, digits))

describe('the mathematics', () => {
  it('log densities are those of scikit-learn', () => {
    const { weights, means, covariances, rows, log } = fixture.density
    const factors = covariances.map((covariance) => {
      const packed = Float64Array.from(covariance.flatMap((row, a) => row.slice(0, a + 1)))
      choleskyInPlace(packed, 3, 0)
      invertInPlace(packed, 3)
      return packed
    })
    const mixture: Mixture = {
      components: 3,
      width: 3,
      codeCounts: new Int32Array(0),
      heights: Float64Array.from(weights, (weight, k) => {
        const [a, , b, , , c] = factors[k]
        return Math.log(weight * a * b * c) - 1.5 * Math.log(2 * Math.PI)
      }),
      means: Float64Array.from(means.flat()),
      factors: Float64Array.from(factors.flatMap((factor) => [...factor])),
      shares: new Float64Array(0),
    }
    const points = pointsOf(rows)
    const scratch = scratchFor(mixture)
    expect(rows.map((_, i) => logDensity(mixture, points, i, scratch))).toEqual(closeTo(log, 8))
  })

  it('one Gaussian, and three of clusters far apart, are those that NumPy fits with the same shrinkage', () => {
    const { nominal, rows, one, three } = fixture.fit
    const table = numericTable(nominal)
    const incoming = numericTable(rows)
    const fitted = (components: number): number[] => [...scoreGmm(fitGmm(table, { components }).model, incoming)]
    expect(fitted(1)).toEqual(closeTo(one, 6))
    const found = fitted(3)
    found.forEach((x, i) => {
      expect(x / three[i]).toBeCloseTo(1, 6)
    })
  })

  it('principal axes span the space that NumPy finds', () => {
    const points = pointsOf(fixture.axes.rows)
    const turned = alongAxes(findAxes(points, 1, plainRows), points)
    const row = (i: number): number[] => [...turned.values.subarray(i * 51, (i + 1) * 51)]
    fixture.axes.rest.forEach((rest, i) => {
      expect(Math.hypot(...row(i).slice(0, 50))).toBeCloseTo(fixture.axes.along[i], 6)
      expect(row(i)[50]).toBeCloseTo(rest, 4)
    })
  })

  it('eigenvectors are orthonormal and make a symmetric matrix diagonal', () => {
    const entries = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 25, maxLength: 25 })
    fc.assert(
      fc.property(entries, (numbers) => {
        const a = Float64Array.from(numbers, (_, at) => numbers[at] + numbers[(at % 5) * 5 + Math.floor(at / 5)])
        const { values, vectors } = symmetricEigenvectors(a, 5)
        for (let p = 0; p < 5; p++) {
          if (p > 0) expect(values[p]).toBeLessThanOrEqual(values[p - 1])
          for (let q = 0; q < 5; q++) {
            let product = 0
            let between = 0
            for (let i = 0; i < 5; i++) {
              product += vectors[i * 5 + p] * vectors[i * 5 + q]
              for (let j = 0; j < 5; j++) between += vectors[i * 5 + p] * a[i * 5 + j] * vectors[j * 5 + q]
            }
            expect(product).toBeCloseTo(p === q ? 1 : 0, 10)
            expect(between).toBeCloseTo(p === q ? values[p] : 0, 10)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('a triangle times its inverse is the identity', () => {
    const packed = Float64Array.from([2, 1, 3, -4, 5, 6])
    const inverse = packed.slice()
    invertInPlace(inverse, 3)
    const at = (a: Float64Array, i: number, j: number): number => (j > i ? 0 : a[(i * (i + 1)) / 2 + j])
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const product = [0, 1, 2].reduce((sum, k) => sum + at(packed, i, k) * at(inverse, k, j), 0)
        expect(product).toBeCloseTo(i === j ? 1 : 0, 14)
      }
    }
  })

  it('k-means++ starts the same way for the same seed, and finds clusters far apart', () => {
    const random = new Random(1, 2, 3)
    const rows = Array.from({ length: 120 }, (_, i) => [100 * (i % 4) + random.normal(), random.normal()])
    const start = (seed: number): Int32Array => startingComponents(pointsOf(rows), 4, substream(seed, 'start'))
    expect(start(5)).toEqual(start(5))
    for (let seed = 0; seed < 20; seed++) {
      const found = start(seed)
      expect(new Set(found.subarray(0, 4)).size).toBe(4)
      found.forEach((k, i) => {
        expect(k).toBe(found[i % 4])
      })
    }
  })
})

describe('Gaussian mixture', () => {
  const nominal = normalTable(400, ['a', 'b'], 1)

  it('finds what lies between clusters, which one Gaussian does not', () => {
    const random = new Random(3, 4, 5)
    const rows = Array.from({ length: 400 }, (_, i) => [(i % 2 ? 6 : -6) + random.normal(), random.normal()])
    const strange = numericTable([
      [0, 0],
      [6, 0],
    ])
    const [between, inside] = scoreGmm(fitGmm(numericTable(rows), { components: 2 }).model, strange)
    expect(between).toBeGreaterThan(inside + 5)
    const [middle, side] = scoreGmm(fitGmm(numericTable(rows), { components: 1 }).model, strange)
    expect(middle).toBeLessThan(side)
  })

  it('finds categories that do not belong to their numbers', () => {
    const random = new Random(6, 7, 8)
    const left = Array.from({ length: 300 }, () => random.below(2) === 0)
    const table: Table = {
      rows: 300,
      columns: [
        numeric(
          'x',
          left.map((is) => (is ? -5 : 5) + random.normal()),
        ),
        categoricalColumn(
          'side',
          left.map((is) => (is ? 'left' : 'right')),
        ),
      ],
    }
    const { model } = fitGmm(table, { components: 2 })
    const [right, wrong] = scoreGmm(model, {
      rows: 2,
      columns: [numeric('x', [-5, -5]), categoricalColumn('side', ['left', 'right'])],
    })
    expect(wrong).toBeGreaterThan(right + 3)
  })

  it('scores of training rows are like those of fresh rows; in-sample scores are too small', () => {
    const wide = (rows: number, seed: number): Table => normalTable(rows, Array.from('abcdefghijklmno'), seed)
    const { model, scores } = fitGmm(wide(120, 1), { components: 3 })
    const mean = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / values.length
    const fresh = mean(scoreGmm(model, wide(2000, 2)))
    expect(mean(scoreGmm(model, wide(120, 1)))).toBeLessThan(fresh - 2)
    expect(mean(scores)).toBeGreaterThan(fresh - 0.5)
  })

  it('chooses the number of components by the information criterion', () => {
    const random = new Random(9, 9, 9)
    const rows = Array.from({ length: 600 }, (_, i) => [
      (i % 3 === 1 ? 20 : 0) + random.normal(),
      (i % 3 === 2 ? 20 : 0) + random.normal(),
    ])
    expect(fitGmm(numericTable(rows), { components: 'bic' }).model.mixture.components).toBe(3)
    expect(fitGmm(nominal, { components: 'bic' }).model.mixture.components).toBe(1)
    expect(fitGmm(nominal).model.mixture.components).toBe(8)
  })

  it('turns more than fifty features to their principal axes, and still sees what these leave out', () => {
    const random = new Random(2, 2, 2)
    const names = Array.from({ length: 60 }, (_, j) => `f${j}`)
    // Sixty features of thirty numbers: pairs are equal but for a little noise, which the first fifty axes leave out in part.
    const table = (rows: number): Table => {
      const hidden = Array.from({ length: 30 }, () => Float64Array.from({ length: rows }, () => random.normal()))
      const columns = names.map((name, j) =>
        numeric(
          name,
          hidden[j % 30].map((x) => x + 0.01 * random.normal()),
        ),
      )
      return { rows, columns }
    }
    const { model, scores } = fitGmm(table(300), { components: 1 })
    expect(model.axes?.count).toBe(50)
    const incoming = table(100)
    const broken = withColumn(
      incoming,
      numeric(
        'f3',
        valuesOf(incoming, 3).map((x) => x + 4),
      ),
    )
    expect(Math.min(...scoreGmm(model, broken))).toBeGreaterThan(Math.max(...scores))
  })

  it('refuses impossible options and too few rows', () => {
    const bad: GmmOptions[] = [
      { components: 0 },
      { components: 1.5 },
      { components: 101 },
      { components: 'aic' as 'bic' },
      { scaling: 'other' as 'raw' },
    ]
    for (const options of bad) expect(errorOf(() => fitGmm(nominal, options)).code).toBe('bad-option')
    expect(errorOf(() => fitGmm(selectRows(nominal, [0, 1, 2]))).code).toBe('too-few-rows')
    expect(
      errorOf(() =>
        fitGmm(
          selectRows(
            nominal,
            Array.from({ length: 49 }, (_, i) => i),
          ),
          { components: 10 },
        ),
      ).code,
    ).toBe('too-few-rows')
  })
})

const valuesOf = (table: Table, j: number): Float64Array => (table.columns[j] as { values: Float64Array }).values

describe('values that no training row has', () => {
  const columns = normalTable(300, ['a', 'b', 'c'], 3).columns
  const others = normalTable(200, ['a', 'b', 'c'], 4).columns
  const flags: [string, (rows: number, alien: boolean) => Column][] = [
    ['a number', (rows, alien) => numeric('flag', new Float64Array(rows).fill(alien ? 1 : 0))],
    ['a tiny number', (rows, alien) => numeric('flag', new Float64Array(rows).fill(alien ? 1e-12 : 0))],
    ['a category', (rows, alien) => categoricalColumn('flag', new Array(rows).fill(alien ? 'true' : 'false'))],
    ['a gap', (rows, alien) => numeric('flag', new Float64Array(rows).fill(alien ? Number.NaN : 0))],
    ['a missing category', (rows, alien) => categoricalColumn('flag', new Array(rows).fill(alien ? null : 'yes'))],
    ['a value among gaps', (rows, alien) => numeric('flag', new Float64Array(rows).fill(alien ? 0 : Number.NaN))],
  ]

  it.each(flags)('%s stands above all nominal rows, whatever the scaling', (_, flag) => {
    for (const scaling of ['standardised', 'raw', 'ranks'] as const) {
      const { model, scores } = fitGmm(
        { rows: 300, columns: [...columns, flag(300, false)] },
        { scaling, components: 2 },
      )
      const ordinary = scoreGmm(model, { rows: 200, columns: [...others, flag(200, false)] })
      const aliens = scoreGmm(model, { rows: 200, columns: [...others, flag(200, true)] })
      const top = [...scores].sort((a, b) => b - a)[1]
      expect(Math.min(...aliens)).toBeGreaterThan(top)
      expect(ordinary.filter((x) => x > top).length).toBeLessThan(8)
    }
  })
})
