import { fit, score, selectRows } from '@xenolith/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.oneof(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 3, max: 400 })),
  missing: fc.boolean(),
  categories: fc.boolean(),
  projections: fc.integer({ min: 1, max: 20 }),
  bins: fc.constantFrom(undefined, undefined, 1, 10, 1000),
})

test('LODA of the engine and its out-of-bag scores are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ seed, projections, bins, ...taste }) => {
      const table = randomTable(seed, taste)
      const options = { detector: 'loda', seed, projections, bins } as const
      expectIdentical(await engine.fit(table, options), fit(table, options))
    }),
    { numRuns: thorough(30) },
  )
})

test('as many bins as core finds among a thousand, on thousands of rows', async () => {
  const table = randomTable(11, { rows: 9500, missing: true, categories: false })
  const options = { detector: 'loda', seed: 5, projections: 12 } as const
  expectIdentical(await engine.fit(table, options), fit(table, options))
})

test('LODA scores of other rows are those of core: outside, missing, unseen, and when no projection can do without', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, projections, bins, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const { model } = fit(table, { detector: 'loda', seed, projections, bins })
      const others = otherRows(seed, table, 1 + (seed % 70), missing)
      expectIdentical(await engine.score(model, others), score(model, others))
      const one = selectRows(others, [0])
      expectIdentical(await engine.score(model, one), score(model, one))
    }),
    { numRuns: thorough(30) },
  )
})

test('fitAndScore of LODA gives the scores of fit and score', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, projections, bins, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const options = { detector: 'loda', seed, projections, bins } as const
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
