import { fit, score, selectRows } from '@xenolith/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.integer({ min: 10, max: 60 }),
  missing: fc.boolean(),
  categories: fc.boolean(),
  members: fc.constantFrom(['knn', 'gmm'], ['gmm', 'knn', 'loda'], ['density-forest', 'knn'], ['iforest', 'gmm']),
  scaling: fc.constantFrom('standardised', 'raw', 'ranks'),
})

test('fusion by the engine, its training scores and those of other rows are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, members, scaling, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const options = { detector: 'fusion', seed, members, scaling } as const
      const reference = fit(table, options)
      expectIdentical(await engine.fit(table, options), reference)
      const others = otherRows(seed, table, 1 + (seed % 30), missing)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
      const one = selectRows(others, [0])
      expectIdentical(await engine.score(reference.model, one), score(reference.model, one))
    }),
    { numRuns: 12 },
  )
})

test('two workers: the same bits; an abort stops it', async () => {
  const table = randomTable(3, { rows: 200, missing: true, categories: true })
  const options = { detector: 'fusion', seed: 2 } as const
  const reference = fit(table, options)
  const two = createEngine({ workers: 2, smallWork: 0 })
  try {
    const both = await two.fitAndScore(table, [selectRows(table, [5, 6, 7])], options)
    expectIdentical(both.scores, reference.scores)
    expectIdentical(both.otherScores[0], score(reference.model, selectRows(table, [5, 6, 7])))
    const controller = new AbortController()
    const onProgress = (): void => controller.abort()
    const work = two.fit(table, { ...options, signal: controller.signal, onProgress })
    await expect(work).rejects.toMatchObject({ code: 'aborted' })
  } finally {
    await two.close()
  }
})
