import { fit, score, selectRows } from '@xenolith/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.integer({ min: 5, max: 150 }),
  missing: fc.boolean(),
  categories: fc.boolean(),
  trees: fc.integer({ min: 1, max: 40 }),
  subsample: fc.constantFrom(0.2, 0.5, 1, 4),
})

test('the density forest of the engine, its out-of-bag scores and those of other rows are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, trees, subsample, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const options = { detector: 'density-forest', seed, trees, subsample } as const
      const reference = fit(table, options)
      expectIdentical(await engine.fit(table, options), reference)
      const others = otherRows(seed, table, 1 + (seed % 70), missing)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
      const one = selectRows(others, [0])
      expectIdentical(await engine.score(reference.model, one), score(reference.model, one))
    }),
    { numRuns: 60 },
  )
})

test('two workers: the same bits', async () => {
  const table = randomTable(3, { rows: 300, missing: true, categories: true })
  const options = { detector: 'density-forest', seed: 2, trees: 50 } as const
  const reference = fit(table, options)
  const two = createEngine({ workers: 2, smallWork: 0 })
  try {
    expectIdentical(await two.fit(table, options), reference)
    const both = await two.fitAndScore(table, [selectRows(table, [5, 6, 7])], options)
    expectIdentical(both.scores, reference.scores)
    expectIdentical(both.otherScores[0], score(reference.model, selectRows(table, [5, 6, 7])))
  } finally {
    await two.close()
  }
})

test('an abort stops it', async () => {
  const table = randomTable(4, { rows: 600, missing: false, categories: false })
  const controller = new AbortController()
  const onProgress = (): void => controller.abort()
  const work = engine.fit(table, { detector: 'density-forest', signal: controller.signal, onProgress })
  await expect(work).rejects.toMatchObject({ code: 'aborted' })
})
