import { fit, score, selectRows } from '@xenolith/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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
    { numRuns: 300 },
  )
})

test('scores of other rows are those of core: outside the range, missing, unseen categories', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, trees, subsample, rangeCheck, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const { model } = fit(table, { seed, trees, subsample, rangeCheck })
      const others = otherRows(seed, table, 1 + (seed % 70), missing)
      expectIdentical(await engine.score(model, others), score(model, others))
      const one = selectRows(others, [0])
      expectIdentical(await engine.score(model, one), score(model, one))
    }),
    { numRuns: 300 },
  )
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
    { numRuns: 100 },
  )
})
