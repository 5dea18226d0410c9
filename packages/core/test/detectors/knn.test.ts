import { describe, expect, it } from 'vitest'
import {
  alignTable,
  type Column,
  categoricalColumn,
  numericTable,
  selectRows,
  type Table,
} from '../../src/data/table.js'
import { fitKnn, type KnnModel, type KnnOptions, scoreKnn as scoreAligned } from '../../src/detectors/knn/knn.js'
import { Random } from '../../src/numeric/random.js'
import { errorOf, normalTable, withColumn } from './tables.js'

const numeric = (name: string, values: ArrayLike<number>): Column => ({
  name,
  kind: 'numeric',
  values: Float64Array.from(values),
})

const valuesOf = (table: Table, j: number): Float64Array => (table.columns[j] as { values: Float64Array }).values

const scoreKnn = (model: KnnModel, table: Table): Float64Array => scoreAligned(model, alignTable(table, model.features))

/** The definition, written down plainly: Euclidean distances of standardised rows, the mean of the k smallest. */
function plainScores(nominal: Table, rows: Table, k: number, leftOut: (row: number) => number = () => -1): number[] {
  const scales = nominal.columns.map((_, j) => {
    const values = [...valuesOf(nominal, j)]
    const mean = values.reduce((a, b) => a + b, 0) / values.length
    return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length)
  })
  return Array.from({ length: rows.rows }, (_, i) => {
    const distances: number[] = []
    for (let r = 0; r < nominal.rows; r++) {
      if (r === leftOut(i)) continue
      const square = scales.reduce((sum, s, j) => sum + ((valuesOf(rows, j)[i] - valuesOf(nominal, j)[r]) / s) ** 2, 0)
      distances.push(Math.sqrt(square))
    }
    return (
      distances
        .sort((a, b) => a - b)
        .slice(0, k)
        .reduce((a, b) => a + b, 0) / k
    )
  })
}

describe('kNN', () => {
  const nominal = normalTable(80, ['a', 'b', 'c'], 1)
  const incoming = normalTable(30, ['a', 'b', 'c'], 2)

  it('is the mean distance to the k nearest nominal rows; training rows leave themselves out', () => {
    const { model, scores } = fitKnn(nominal, { neighbours: 4 })
    expect([...scoreKnn(model, incoming)]).toEqual(plainScores(nominal, incoming, 4).map((x) => expect.closeTo(x, 10)))
    expect([...scores]).toEqual(plainScores(nominal, nominal, 4, (i) => i).map((x) => expect.closeTo(x, 10)))
  })

  it('keeps a bounded number of reference rows, and scores all other training rows as new rows', () => {
    const { model, scores } = fitKnn(nominal, { referenceRows: 30, seed: 5 })
    expect(model.references.rows).toBe(30)
    const again = scoreKnn(model, nominal)
    const asNew = scores.reduce((count, x, i) => count + (x === again[i] ? 1 : 0), 0)
    expect(asNew).toBe(50)
    // Without itself a reference row is farther from its neighbours, never nearer: the safe side.
    expect(scores.every((x, i) => x >= again[i])).toBe(true)
  })

  it('raw scaling keeps the units: a wide feature decides', () => {
    const random = new Random(4, 5, 6)
    const rows = Array.from({ length: 60 }, () => [1000 * random.normal(), random.normal()])
    const table = numericTable(rows)
    const far = numericTable([
      [0, 50],
      [50_000, 0],
    ])
    const [narrow, wide] = scoreKnn(fitKnn(table, { scaling: 'raw' }).model, far)
    expect(wide).toBeGreaterThan(50 * narrow)
    const [standardNarrow, standardWide] = scoreKnn(fitKnn(table).model, far)
    expect(standardNarrow / standardWide).toBeCloseTo(1, 0)
  })

  it('ranks do not see a monotone change of a feature within the training range', () => {
    const bend = (table: Table): Table =>
      withColumn(table, { ...table.columns[0], values: valuesOf(table, 0).map((x) => Math.exp(x)) } as Column)
    const inside = selectRows(nominal, [3, 8, 20])
    const straight = scoreKnn(fitKnn(nominal, { scaling: 'ranks' }).model, inside)
    const bent = scoreKnn(fitKnn(bend(nominal), { scaling: 'ranks' }).model, bend(inside))
    expect([...bent]).toEqual([...straight].map((x) => expect.closeTo(x, 10)))
  })

  it('two categories lie -ln(p q) apart in squares, and a missing number is a category at the mean', () => {
    const table: Table = {
      rows: 8,
      columns: [
        numeric('x', [1, 1, 1, 1, 3, 3, 3, 3]),
        categoricalColumn('c', ['u', 'u', 'u', 'u', 'v', 'v', 'v', 'v']),
        numeric('gap', [0, 2, 0, 2, 0, 2, Number.NaN, Number.NaN]),
      ],
    }
    const { model } = fitKnn(table, { neighbours: 1 })
    const one: Table = {
      rows: 2,
      columns: [numeric('x', [1, 1]), categoricalColumn('c', ['v', 'u']), numeric('gap', [0, Number.NaN])],
    }
    const [other, gone] = scoreKnn(model, one)
    const share = (count: number, codes: number): number => (count + 1) / (8 + codes)
    // Nearest either way: the same category two standard deviations away, or the other at the same place.
    expect(other).toBeCloseTo(Math.min(2, Math.sqrt(-2 * Math.log(share(4, 4)))), 10)
    // From a gap at the mean to a value one standard deviation away that is there, or to a gap that is two away with another category.
    const there = 1 - Math.log(share(6, 3) * share(2, 3))
    expect(gone).toBeCloseTo(Math.min(Math.sqrt(there), Math.sqrt(4 - 2 * Math.log(share(4, 4)))), 10)
  })

  it('refuses impossible options and too few rows', () => {
    const bad: KnnOptions[] = [
      { neighbours: 0 },
      { neighbours: 1.5 },
      { neighbours: 1001 },
      { referenceRows: 5 },
      { referenceRows: Number.NaN },
      { scaling: 'other' as 'raw' },
    ]
    for (const options of bad) expect(errorOf(() => fitKnn(nominal, options)).code).toBe('bad-option')
    expect(errorOf(() => fitKnn(selectRows(nominal, [0, 1, 2]))).code).toBe('too-few-rows')
  })
})

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
      const { model, scores } = fitKnn({ rows: 300, columns: [...columns, flag(300, false)] }, { scaling })
      const ordinary = scoreKnn(model, { rows: 200, columns: [...others, flag(200, false)] })
      const aliens = scoreKnn(model, { rows: 200, columns: [...others, flag(200, true)] })
      const top = [...scores].sort((a, b) => b - a)[1]
      expect(Math.min(...aliens)).toBeGreaterThan(top)
      expect(ordinary.filter((x) => x > top).length).toBeLessThan(8)
    }
  })

  it('count for little where nominal rows are full of them: columns that are all but constant', () => {
    const random = new Random(7, 8, 9)
    // Each of 400 columns is 1 in about one row of 400.
    const sparse = (rows: number): Column[] =>
      Array.from({ length: 400 }, (_, j) =>
        numeric(
          `s${j}`,
          Float64Array.from({ length: rows }, () => (random.below(400) === 0 ? 1 : 0)),
        ),
      )
    const { model, scores } = fitKnn({ rows: 300, columns: [...columns, ...sparse(300)] })
    const fresh = scoreKnn(model, { rows: 200, columns: [...others, ...sparse(200)] })
    const [constants] = model.lifts
    expect(constants).toBeLessThan(0.5 * Math.max(...scores))
    // Fresh nominal rows look like training rows: their mean rank among these is about one half.
    const sorted = [...scores].sort((a, b) => a - b)
    const rank = (x: number): number => sorted.filter((y) => y < x).length / 300
    const mean = [...fresh].reduce((sum, x) => sum + rank(x), 0) / 200
    expect(mean).toBeGreaterThan(0.35)
    expect(mean).toBeLessThan(0.65)
  })
})
