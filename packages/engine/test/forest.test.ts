import { fit, score, selectRows, type Table } from '@xenolith/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.integer({ min: 3, max: 150 }),
  missing: fc.boolean(),
  categories: fc.boolean(),
  rangeCheck: fc.boolean(),
  trees: fc.integer({ min: 1, max: 12 }),
  subsample: fc.constantFrom(0.2, 0.5, 1, 2, 3),
})

test('a forest of the engine and its out-of-bag scores are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ seed, trees, subsample, rangeCheck, ...taste }) => {
      const table = randomTable(seed, taste)
      const options = { seed, trees, subsample, rangeCheck }
      expectIdentical(await engine.fit(table, options), fit(table, options))
    }),
    { numRuns: thorough(25) },
  )
})

test('scores of other rows are those of core: outside the range, missing, unseen categories', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, trees, subsample, rangeCheck, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const { model } = fit(table, { seed, trees, subsample, rangeCheck })
      const others = otherRows(seed, table, 33 + (seed % 70), missing)
      expectIdentical(await engine.score(model, others), score(model, others))
      const one = selectRows(others, [0])
      expectIdentical(await engine.score(model, one), score(model, one))
    }),
    { numRuns: thorough(25) },
  )
})

test('a forest that has been ranked, after some calls, gives the same scores', async () => {
  const numbers = cases.filter((taste) => !taste.missing && !taste.categories)
  await fc.assert(
    fc.asyncProperty(numbers, async ({ seed, trees, subsample, rangeCheck, ...taste }) => {
      const table = randomTable(seed, taste)
      const { model } = fit(table, { seed, trees, subsample, rangeCheck })
      const others = otherRows(seed, table, 33 + (seed % 70), false)
      const one = selectRows(others, [0])
      const expected = score(model, others)
      const expectedOne = score(model, one)
      for (let call = 0; call < 5; call++) {
        expectIdentical(await engine.score(model, others), expected)
        expectIdentical(await engine.score(model, one), expectedOne)
      }
    }),
    { numRuns: thorough(25) },
  )
})

test('one row at a time, whatever its columns are like', async () => {
  const table = randomTable(3, { rows: 300, missing: false, categories: false })
  const { model } = fit(table, { seed: 3, trees: 20, subsample: 60 })
  const others = otherRows(4, table, 40, false)
  const expected = score(model, others)
  const turned = (rows: typeof table): typeof table => ({
    rows: rows.rows,
    columns: [...rows.columns, { ...rows.columns[0], name: 'more' }].reverse(),
  })
  for (let i = 0; i < others.rows; i++) {
    const row = selectRows(others, [i])
    expectIdentical(await engine.score(model, row), expected.slice(i, i + 1))
    expectIdentical(await engine.score(model, turned(row)), expected.slice(i, i + 1))
  }
  const [first, ...rest] = selectRows(others, [0]).columns
  const refused = (...columns: Table['columns']): Promise<void> =>
    expect(engine.score(model, { rows: 1, columns })).rejects.toMatchObject({ name: 'XenolithError' })
  await refused({ name: first.name, kind: 'numeric', values: Float64Array.of(Number.POSITIVE_INFINITY) }, ...rest)
  await refused({ name: first.name, kind: 'numeric', values: Float64Array.of(1, 2) }, ...rest)
  await refused({ ...first, name: 'another' }, ...rest)
  await refused(first, ...rest, first)
  const gap = [{ name: first.name, kind: 'numeric' as const, values: Float64Array.of(Number.NaN) }, ...rest]
  expectIdentical(await engine.score(model, { rows: 1, columns: gap }), score(model, { rows: 1, columns: gap }))
})

test('many rows are ranked at once, in several groups of trees', async () => {
  const table = randomTable(3, { rows: 6000, missing: false, categories: false })
  const { model } = fit(table, { seed: 3, trees: 120, subsample: 6000 })
  const others = otherRows(4, table, 4500, false)
  expectIdentical(await engine.score(model, others), score(model, others))
})

test('trees too large, or rows too wide, for 16 bits', async () => {
  const large = randomTable(3, { rows: 11_500, missing: false, categories: false })
  const wide = {
    rows: 12,
    columns: Array.from({ length: 8200 }, (_, j) => ({
      name: `f${j}`,
      kind: 'numeric' as const,
      values: Float64Array.from({ length: 12 }, (_, i) => Math.sin(i * j)),
    })),
  }
  const mixed = randomTable(12, { rows: 11_500, missing: true, categories: true })
  for (const [table, options] of [
    [large, { seed: 2, trees: 3, subsample: 11_000 }],
    [mixed, { seed: 2, trees: 2, subsample: 11_000 }],
    [wide, { seed: 2, trees: 5, subsample: 8 }],
  ] as const) {
    const reference = fit(table, options)
    expectIdentical(await engine.fit(table, options), reference)
    expectIdentical(await engine.score(reference.model, table), score(reference.model, table))
  }
})

test('tables of more rows than 16 bits can number, and thousands of rows in one bag', async () => {
  const long = randomTable(5, { rows: 66_000, missing: false, categories: false })
  const options = { seed: 5, trees: 2, subsample: 700 }
  expectIdentical(await engine.fit(long, options), fit(long, options))
  const table = randomTable(6, { rows: 9000, missing: false, categories: false })
  const half = { seed: 6, trees: 40, subsample: 0.5 }
  expectIdentical(await engine.fit(table, half), fit(table, half))
})

test('rows that are all but alike end in leaves of many sizes', async () => {
  const values = Float64Array.from({ length: 4000 }, (_, i) => Math.floor(Math.sqrt(i)))
  const table = { rows: 4000, columns: [{ name: 'x', kind: 'numeric' as const, values }] }
  const options = { seed: 7, trees: 60, subsample: 0.6 }
  const reference = fit(table, options)
  expectIdentical(await engine.fit(table, options), reference)
  expectIdentical(await engine.score(reference.model, table), score(reference.model, table))
})

test('fitAndScore of many rows gives the scores of fit and score', async () => {
  const table = randomTable(3, { rows: 300, categories: false, missing: false })
  const options = { seed: 3, trees: 30 }
  const others = [otherRows(3, table, 3500, false), otherRows(4, table, 700, false)]
  const { model, scores } = fit(table, options)
  for (let again = 0; again < 2; again++) {
    const found = await engine.fitAndScore(table, others, options)
    expectIdentical(found.scores, scores)
    expectIdentical(
      found.otherScores,
      others.map((other) => score(model, other)),
    )
  }
})

test('fitAndScore gives the scores of fit and score without keeping a model', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, trees, subsample, rangeCheck, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const options = { seed, trees, subsample, rangeCheck }
      const others = [otherRows(seed, table, 40, missing), otherRows(seed + 1, table, 9, missing)]
      const reference = fit(table, options)
      const streamed = await engine.fitAndScore(table, others, options)
      expectIdentical(streamed.scores, reference.scores)
      expectIdentical(
        streamed.otherScores,
        others.map((other) => score(reference.model, other)),
      )
      expect(streamed.inBagRows).toBe(reference.inBagRows)
    }),
    { numRuns: thorough(20) },
  )
})
