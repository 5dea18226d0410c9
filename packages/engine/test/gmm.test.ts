import { fit, score, selectRows } from '@xenolith/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.integer({ min: 30, max: 120 }),
  missing: fc.boolean(),
  categories: fc.boolean(),
  components: fc.constantFrom(1, 2, 3, 6, 'bic' as const),
  scaling: fc.constantFrom('standardised', 'raw', 'ranks'),
})

test('the Gaussian mixture of the engine, its training scores and those of other rows are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, components, scaling, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const options = { detector: 'gmm', seed, components, scaling } as const
      const reference = fit(table, options)
      expectIdentical(await engine.fit(table, options), reference)
      const others = otherRows(seed, table, 1 + (seed % 70), missing)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
      const one = selectRows(others, [0])
      expectIdentical(await engine.score(reference.model, one), score(reference.model, one))
    }),
    { numRuns: 25 },
  )
})

test('more features than the mixture takes as they are, several pieces, and two workers: the same bits', async () => {
  const table = randomTable(3, { rows: 90, missing: false, categories: false })
  const copies = Array.from({ length: 60 }, (_, k) => {
    const column = table.columns[k % table.columns.length]
    const shift = (k * 37) % table.rows
    const order = Int32Array.from({ length: table.rows }, (_, i) => (i * 7 + shift) % table.rows)
    return { ...selectRows({ rows: table.rows, columns: [column] }, order).columns[0], name: `g${k}` }
  })
  const wide = { rows: table.rows, columns: copies }
  const options = { detector: 'gmm', seed: 2, components: 2, scaling: 'raw' } as const
  const reference = fit(wide, options)
  if (reference.model.detector !== 'gmm') throw new Error('a Gaussian mixture was asked for')
  expect(reference.model.axes?.count).toBe(50)
  expectIdentical(await engine.fit(wide, options), reference)
  const many = selectRows(
    wide,
    Int32Array.from({ length: 2500 }, (_, i) => i % wide.rows),
  )
  const two = createEngine({ workers: 2, smallWork: 0 })
  try {
    const both = await two.fitAndScore(wide, [many], options)
    expectIdentical(both.scores, reference.scores)
    expectIdentical(both.otherScores[0], score(reference.model, many))
  } finally {
    await two.close()
  }
})

test('an abort stops it', async () => {
  const table = randomTable(4, { rows: 600, missing: false, categories: false })
  const controller = new AbortController()
  const onProgress = (): void => controller.abort()
  const work = engine.fit(table, { detector: 'gmm', signal: controller.signal, onProgress })
  await expect(work).rejects.toMatchObject({ code: 'aborted' })
})
