import { fit, score, selectRows } from '@xenolith/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.oneof(fc.integer({ min: 12, max: 40 }), fc.integer({ min: 30, max: 300 })),
  missing: fc.boolean(),
  categories: fc.boolean(),
  neighbours: fc.integer({ min: 1, max: 10 }),
  scaling: fc.constantFrom('standardised', 'raw', 'ranks'),
  referenceRows: fc.constantFrom(11, 64, 100, 1000),
})

test('kNN of the engine, its training scores and those of other rows are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, neighbours, scaling, referenceRows, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const options = { detector: 'knn', seed, neighbours, scaling, referenceRows } as const
      const reference = fit(table, options)
      expectIdentical(await engine.fit(table, options), reference)
      const others = otherRows(seed, table, 1 + (seed % 70), missing)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
      const one = selectRows(others, [0])
      expectIdentical(await engine.score(reference.model, one), score(reference.model, one))
    }),
    { numRuns: 120 },
  )
})

test('more features than boxes are worth, several pieces, and two workers: the same bits', async () => {
  const table = randomTable(3, { rows: 1300, missing: false, categories: false })
  const copies = Array.from({ length: 40 }, (_, k) => {
    const column = table.columns[k % table.columns.length]
    const shift = (k * 37) % table.rows
    const order = Int32Array.from({ length: table.rows }, (_, i) => (i * 7 + shift) % table.rows)
    return { ...selectRows({ rows: table.rows, columns: [column] }, order).columns[0], name: `g${k}` }
  })
  const wide = { rows: table.rows, columns: copies }
  const options = { detector: 'knn', seed: 2, referenceRows: 1200 } as const
  const reference = fit(wide, options)
  expectIdentical(await engine.fit(wide, options), reference)
  const two = createEngine({ workers: 2, smallWork: 0 })
  try {
    expectIdentical(await two.fit(wide, options), reference)
    const both = await two.fitAndScore(wide, [selectRows(wide, [5, 6, 7])], options)
    expectIdentical(both.scores, reference.scores)
    expectIdentical(both.otherScores[0], score(reference.model, selectRows(wide, [5, 6, 7])))
  } finally {
    await two.close()
  }
})

test('an abort stops it', async () => {
  const table = randomTable(4, { rows: 600, missing: false, categories: false })
  const controller = new AbortController()
  const onProgress = (): void => controller.abort()
  const work = engine.fit(table, { detector: 'knn', signal: controller.signal, onProgress })
  await expect(work).rejects.toMatchObject({ code: 'aborted' })
})
