import { type Column, type FittedOptions, fit, score, type Table } from '@xenolith/core'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engines = [createEngine({ workers: 1 }), createEngine({ workers: 2, smallWork: 0 })]
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

const flag = (rows: number, value: (row: number) => number): Column => ({
  name: 'flag',
  kind: 'numeric',
  values: Float64Array.from({ length: rows }, (_, i) => value(i)),
})
const beside = (table: Table, column: Column): Table => ({ rows: table.rows, columns: [...table.columns, column] })
const plain = randomTable(3, { rows: 400, missing: true, categories: true })
const nominal = beside(
  plain,
  flag(400, (i) => (i === 7 || i === 9 ? 3 : 0)),
)
const others = beside(
  otherRows(2, plain, 1500, true),
  flag(1500, (i) => i % 5),
)

test.each<[string, FittedOptions]>([
  ['iforest', { trees: 20, subsample: 60 }],
  ['loda', { detector: 'loda', projections: 20 }],
  ['density forest', { detector: 'density-forest', trees: 20 }],
  ['fusion with LODA', { detector: 'fusion', members: ['knn', 'loda'] }],
  ['per class', { trees: 9, classes: Array.from({ length: 400 }, (_, i) => `${i % 2}`) }],
])('rare values lift as in core: %s', async (_, options) => {
  const reference = fit(nominal, options)
  const expected = score(reference.model, others)
  const { rare, ...without } = reference.model as { rare?: unknown } & typeof reference.model
  if (options.classes === undefined) {
    expect(rare).toBeDefined()
    expect(expected).not.toEqual(score(without as typeof reference.model, others))
  }
  for (const engine of engines) {
    const fitted = await engine.fit(nominal, options)
    expectIdentical(fitted, reference)
    expectIdentical(await engine.score(fitted.model, others), expected)
    const both = await engine.fitAndScore(nominal, [others], options)
    expectIdentical(both.scores, reference.scores)
    expectIdentical(both.otherScores[0], expected)
  }
})

test('a fit without out-of-bag scores has lifts too', async () => {
  const { model, scores } = await engines[0].fit(nominal, { trees: 20, outOfBag: false })
  expect(scores).toHaveLength(0)
  expect('rare' in model).toBe(true)
})
