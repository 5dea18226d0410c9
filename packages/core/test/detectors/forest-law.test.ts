import { describe, expect, it } from 'vitest'
import { categoricalColumn, type Table } from '../../src/data/table.js'
import { fitIsolationForest } from '../../src/detectors/iforest/isolation-forest.js'
import { Random } from '../../src/numeric/random.js'
import { depthInTree, drawDepth, type PlainRow } from './reference-forest.js'

/** 24 rows with ties, a missing value in each column, and a category that is rare. */
const sample: PlainRow[] = (() => {
  const random = new Random(11, 12, 13)
  return Array.from({ length: 24 }, (_, i) => [
    i % 9 === 4 ? null : random.normal(),
    i % 11 === 7 ? null : random.below(5),
    i % 8 === 3 ? null : i === 0 ? 'rare' : ['a', 'b', 'c'][random.below(3)],
  ])
})()

function tableOf(rows: readonly PlainRow[]): Table {
  const numbers = (j: number): Float64Array => Float64Array.from(rows, (row) => (row[j] ?? Number.NaN) as number)
  return {
    rows: rows.length,
    columns: [
      { name: 'x', kind: 'numeric', values: numbers(0) },
      { name: 'tied', kind: 'numeric', values: numbers(1) },
      categoricalColumn(
        'kind',
        rows.map((row) => row[2] as string | null),
      ),
    ],
  }
}

const queries: Record<string, PlainRow> = {
  'in the middle': [0.1, 2, 'a'],
  'beyond every range': [9, -3, 'b'],
  'of an unseen category': [0.1, 2, 'unseen'],
  'of a rare category': [-0.4, 1, 'rare'],
  'without numbers': [null, null, 'c'],
  'without anything': [null, null, null],
}

const TREES = 3000

describe.each([true, false])('with range check %s, depths follow the law of a simple recursive tree', (rangeCheck) => {
  // Every tree is grown on all rows, so that only the splits are random.
  const { model } = fitIsolationForest(tableOf(sample), { trees: TREES, subsample: 24, rangeCheck, seed: 5 })
  const codes = ['a', 'b', 'c', 'rare']
  it.each(Object.keys(queries))('of a row %s', (name) => {
    const query = queries[name]
    const coded = query.map((v) => {
      if (typeof v !== 'string') return v
      return codes.includes(v) ? codes.indexOf(v) : -2
    })
    const row = [coded[0] ?? Number.NaN, coded[1] ?? Number.NaN, coded[2] ?? -1]
    const random = new Random(21, 22, 23)
    const ours = Array.from({ length: TREES }, (_, t) => depthInTree(model, t, row))
    const theirs = Array.from({ length: TREES }, () => drawDepth(sample, query, rangeCheck, () => random.float()))
    const [a, b] = [moments(ours), moments(theirs)]
    expect(Math.abs(a.mean - b.mean)).toBeLessThan(5 * Math.sqrt((a.variance + b.variance) / TREES))
  })
})

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  return { mean, variance: values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1) }
}
