import { fit, score, selectRows } from '@xenolith/core'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.integer({ min: 40, max: 120 }),
  missing: fc.boolean(),
  categories: fc.boolean(),
  parts: fc.constantFrom(
    ['contrast=2', 'ratio:raw', 'ratio:ranks=0.3', 'gmm'],
    ['density-forest', 'iforest=3', 'loda', 'knn:ranks'],
    ['knn', 'contrast', 'knn:raw=2'],
  ),
})

test('the blend of the engine and its scores are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, parts, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const mixture = otherRows(seed, table, 20 + (seed % 100), missing)
      const options = { detector: 'blend', mixture, contrastTrees: 10, parts, seed } as const
      const reference = fit(table, options)
      expectIdentical(await engine.fit(table, options), reference)
      const others = otherRows(seed + 1, table, 1 + (seed % 40), missing)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
    }),
    { numRuns: thorough(4) },
  )
})

test('two workers: the same bits; an abort stops it', async () => {
  const table = randomTable(3, { rows: 200, missing: true, categories: true })
  const mixture = otherRows(4, table, 150, true)
  const parts = ['contrast', 'ratio:ranks', 'density-forest=2', 'knn:raw']
  const options = { detector: 'blend', mixture, contrastTrees: 20, parts, seed: 2 } as const
  const reference = fit(table, options)
  const two = createEngine({ workers: 2, smallWork: 0 })
  try {
    expectIdentical(await two.fit(table, options), reference)
    const rows = selectRows(table, [5, 6, 7])
    expectIdentical(await two.score(reference.model, rows), score(reference.model, rows))
    const controller = new AbortController()
    const work = two.fit(table, { ...options, signal: controller.signal, onProgress: () => controller.abort() })
    await expect(work).rejects.toMatchObject({ code: 'aborted' })
  } finally {
    await two.close()
  }
})
