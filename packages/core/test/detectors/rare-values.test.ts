import { describe, expect, it } from 'vitest'
import { explain } from '../../src/alarms/explain.js'
import { type Column, categoricalColumn, type Table } from '../../src/data/table.js'
import { fit, score } from '../../src/detectors/fit.js'
import type { Model } from '../../src/detectors/models.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { liftRareValues, liftTrainingRows, type RareValues } from '../../src/detectors/rare-values.js'
import { substream } from '../../src/numeric/random.js'
import { bytesOf, normalTable } from './tables.js'

type WithRare = Model & { readonly rare?: RareValues }

const numeric = (name: string, rows: number, value: (row: number) => number): Column => ({
  name,
  kind: 'numeric',
  values: Float64Array.from({ length: rows }, (_, i) => value(i)),
})
const beside = (table: Table, ...columns: Column[]): Table => ({
  rows: table.rows,
  columns: [...table.columns, ...columns],
})
const base = (rows: number, seed: number): Table => normalTable(rows, ['p', 'q'], seed)
const detectors: FitOptions[] = [{ trees: 30 }, { detector: 'loda', projections: 30 }]

describe.each<FitOptions>([...detectors, { detector: 'density-forest', trees: 30 }])('$detector', (options) => {
  /** A numeric or a categorical flag: 0 but for a few nominal rows. */
  const flag = (rows: number, isText: boolean, value: (row: number) => number): Column =>
    isText
      ? {
          name: 'flag',
          kind: 'categorical',
          categories: ['0', '1', '2'],
          codes: Int32Array.from({ length: rows }, (_, i) => value(i)),
        }
      : numeric('flag', rows, value)

  it.each([
    ['no nominal row has', false, () => 0, 1],
    ['no nominal row has', true, () => 0, 1],
    ['no nominal row has, though one has another still further out', false, (i: number) => (i === 77 ? 2 : 0), 1],
    ['one of 600 nominal rows has', false, (i: number) => (i === 77 ? 1 : 0), 1],
    ['one of 600 nominal rows has', true, (i: number) => (i === 77 ? 1 : 0), 1],
  ] as const)('ranks a value that %s above what nearly all hold (categorical: %s)', (_, isText, usual, odd) => {
    const { model } = fit(beside(base(600, 1), flag(600, isText, usual)), options)
    const ordinary = score(
      model,
      beside(
        base(300, 2),
        flag(300, isText, () => 0),
      ),
    )
    const strange = score(
      model,
      beside(
        base(300, 3),
        flag(300, isText, () => odd),
      ),
    )
    const above = Math.min(...strange)
    // The lift reaches the top of the nominal scores but for about the rate of such values, one or two in 600.
    expect(ordinary.filter((x) => x >= above).length).toBeLessThan(15)
  })
})

describe.each(detectors)('$detector', (options) => {
  it('has no rare values where no column is nearly constant, and none when told so', () => {
    const { model } = fit(base(300, 1), options)
    expect('rare' in model).toBe(false)
    const table = beside(
      base(300, 1),
      numeric('flag', 300, () => 0),
    )
    const without = fit(table, { ...options, rareValues: false } as FitOptions)
    expect('rare' in without.model).toBe(false)
    expect(bytesOf(without.scores)).toEqual(bytesOf(fit(table, options).scores))
  })

  it('adds nothing to rows that hold what nearly all hold, and nothing to a gap', () => {
    const table = beside(
      base(300, 1),
      numeric('flag', 300, () => 0),
    )
    const { model } = fit(table, options) as { model: WithRare }
    const { rare: _, ...plain } = model
    for (const value of [0, -0, Number.NaN]) {
      const rows = beside(
        base(50, 2),
        numeric('flag', 50, () => value),
      )
      expect(bytesOf(score(model, rows))).toEqual(bytesOf(score(plain as Model, rows)))
    }
  })

  it('lifts an unseen value most, and a value the less the more nominal rows have it', () => {
    const table = beside(
      base(2000, 1),
      numeric('flag', 2000, (i) => (i < 12 ? 2 : i < 15 ? 1 : 0)),
    )
    const { rare } = fit(table, options).model as WithRare
    expect([...rare!.values]).toEqual([1, 2])
    const [seldom, often] = rare!.lifts
    expect(rare!.unseen).toBeGreaterThan(seldom)
    expect(seldom).toBeGreaterThan(often)
    expect(often).toBeGreaterThan(0)
  })

  it('lifts nothing where rare values are common: five in each of fifty columns, so in every fourth row', () => {
    const noise = Array.from({ length: 50 }, (_, k) => numeric(`n${k}`, 1000, (i) => (i % 50 === k && i < 250 ? 1 : 0)))
    const { rare } = fit(beside(base(1000, 1), ...noise), options).model as WithRare
    expect([...rare!.lifts]).toEqual(new Array(50).fill(0))
    expect(rare!.unseen).toBeGreaterThan(0)
  })

  it('lifts training rows as often as new rows', () => {
    const random = substream(4, 'rare')
    const flag = (rows: number): Column =>
      numeric('flag', rows, () => (random.below(150) === 0 ? 1 + random.below(30) : 0))
    const table = beside(base(6000, 1), flag(6000))
    const rows = beside(base(6000, 2), flag(6000))
    const quick = { ...options, trees: 3, projections: 3, subsample: 64 } as unknown as FitOptions
    const lifted = fit(table, quick)
    const plain = fit(table, { ...quick, rareValues: false } as unknown as FitOptions)
    const some = (a: Float64Array, b: Float64Array): number => a.filter((x, i) => x > b[i]).length
    const own = some(lifted.scores, plain.scores)
    const others = some(score(lifted.model, rows), score(plain.model, rows))
    // Both are about Bin(6000, 1/150): 40 with a standard deviation of 6.3; the difference exceeds 45 with a chance below 1e-6.
    expect(own).toBeGreaterThan(10)
    expect(Math.abs(own - others)).toBeLessThan(45)
  })

  it('names the column where a row is explained', () => {
    const table = beside(base(300, 1), categoricalColumn('state', new Array(300).fill('on')))
    const { model } = fit(table, options)
    const rows = beside(base(5, 2), categoricalColumn('state', new Array(5).fill('off')))
    for (const [first] of explain(model, rows, 3)) expect(first.feature).toBe('state')
  })
})

it('a fusion lifts where one of its members needs it, and only there', () => {
  const table = beside(
    base(200, 1),
    numeric('flag', 200, (i) => (i === 7 ? 1 : 0)),
  )
  expect('rare' in fit(table, { detector: 'fusion' }).model).toBe(false)
  const { model } = fit(table, { detector: 'fusion', members: ['knn', 'loda'] })
  const [lowest, highest] = [Math.min, Math.max]
  const rows = (value: number): Table =>
    beside(
      base(50, 2),
      numeric('flag', 50, () => value),
    )
  expect(lowest(...score(model, rows(1)))).toBeGreaterThan(highest(...score(model, rows(0)).toSorted().subarray(0, 45)))
})

/*
 * Columns with about as many rare values as may be: those in which the training rows happen to have few count as nearly constant, and new rows have more there.
 */
it('lifts as many training rows as new ones where it depends on chance whether a column counts', () => {
  const [rows, runs] = [300, 150]
  const draw = (seed: number): Table => {
    const random = substream(seed, 'flags')
    const flag = (j: number): Column => numeric(`${j}`, rows, () => (random.below(100) === 0 ? 1 : 0))
    return { rows, columns: Array.from({ length: 5 }, (_, j) => flag(j)) }
  }
  const share = (scores: Float64Array): number => scores.filter((score, i) => score > i / rows).length / rows
  const ownScores = Float64Array.from({ length: rows }, (_, i) => i / rows)
  let excess = 0
  let withoutLeavingOut = 0
  for (let run = 0; run < runs; run++) {
    const [training, others] = [draw(2 * run), draw(2 * run + 1)]
    const lifted = liftTrainingRows(training, ownScores)
    const { rare } = lifted ?? {}
    const ofNew = rare === undefined ? 0 : share(liftRareValues(ownScores.slice(), rare, others))
    const inColumns = rare === undefined ? 0 : share(liftRareValues(ownScores.slice(), rare, training))
    excess += (ofNew - (lifted ? share(lifted.scores) : 0)) / runs
    withoutLeavingOut += (ofNew - inColumns) / runs
  }
  // The standard deviation of either is about .0009.
  expect(Math.abs(excess)).toBeLessThan(0.004)
  expect(withoutLeavingOut).toBeGreaterThan(0.006)
})
