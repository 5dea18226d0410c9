import { fit, score } from '@xenolith/core'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.integer({ min: 20, max: 160 }),
  missing: fc.boolean(),
  categories: fc.boolean(),
  scaling: fc.constantFrom('standardised', 'raw', 'ranks'),
  folds: fc.constantFrom(1, 2, 5),
})

test('the ratio of the engine and its scores are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, scaling, folds, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const mixture = otherRows(seed, table, 20 + (seed % 100), missing)
      const options = { detector: 'ratio', mixture, scaling, folds, seed } as const
      const reference = fit(table, options)
      expectIdentical(await engine.fit(table, options), reference)
      const others = otherRows(seed + 1, table, 1 + (seed % 40), missing)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
    }),
    { numRuns: 12 },
  )
})

test('two workers: the same bits', async () => {
  const table = randomTable(3, { rows: 200, missing: true, categories: true })
  const mixture = otherRows(4, table, 150, true)
  const options = { detector: 'ratio', mixture, seed: 2 } as const
  const two = createEngine({ workers: 2, smallWork: 0 })
  try {
    expectIdentical(await two.fit(table, options), fit(table, options))
    expect(table.rows).toBe(200)
  } finally {
    await two.close()
  }
})
