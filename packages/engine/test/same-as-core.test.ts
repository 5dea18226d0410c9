import { type FittedOptions, fit, score, selectRows, type Table } from '@xenolith/core'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const one = createEngine({ workers: 1 })
const two = createEngine({ workers: 2, smallWork: 0 })
afterAll(() => Promise.all([one.close(), two.close()]))

interface Contract {
  readonly detector: 'density-forest' | 'knn' | 'gmm' | 'fusion'
  readonly rows: fc.Arbitrary<number>
  readonly options: fc.Arbitrary<object>
  readonly runs: number
  /** A table and options that need several pieces of work. */
  readonly shared: () => readonly [Table, object]
}

const scaling = fc.constantFrom('standardised', 'raw', 'ranks')

const contracts: readonly Contract[] = [
  {
    detector: 'density-forest',
    rows: fc.integer({ min: 5, max: 150 }),
    options: fc.record({ trees: fc.integer({ min: 1, max: 40 }), subsample: fc.constantFrom(0.2, 0.5, 1, 4) }),
    runs: 12,
    shared: () => [randomTable(3, { rows: 300, missing: true, categories: true }), { trees: 50 }],
  },
  {
    detector: 'knn',
    rows: fc.oneof(fc.integer({ min: 12, max: 40 }), fc.integer({ min: 30, max: 300 })),
    options: fc.record({
      neighbours: fc.integer({ min: 1, max: 10 }),
      scaling,
      referenceRows: fc.constantFrom(11, 64, 100, 1000),
    }),
    runs: 18,
    // More features than boxes are worth.
    shared: () => [wideTable(1300, 40), { referenceRows: 1200 }],
  },
  {
    detector: 'gmm',
    rows: fc.integer({ min: 30, max: 120 }),
    options: fc.record({ components: fc.constantFrom(1, 2, 3, 6, 'bic'), scaling }),
    runs: 12,
    // More features than the mixture takes as they are.
    shared: () => [wideTable(90, 60), { components: 2, scaling: 'raw' }],
  },
  {
    detector: 'fusion',
    rows: fc.integer({ min: 10, max: 60 }),
    options: fc.record({
      members: fc.constantFrom(['knn', 'gmm'], ['gmm', 'knn', 'loda'], ['density-forest', 'knn'], ['iforest', 'gmm']),
      scaling,
    }),
    runs: 4,
    shared: () => [randomTable(3, { rows: 200, missing: true, categories: true }), {}],
  },
]

describe.each(contracts)('$detector by the engine', ({ detector, rows, options, runs, shared }) => {
  test('its training scores and those of other rows are those of core, bit for bit', async () => {
    const taste = fc.record({ rows, missing: fc.boolean(), categories: fc.boolean() })
    const seeds = fc.integer({ min: 0, max: 2 ** 31 })
    await fc.assert(
      fc.asyncProperty(seeds, taste, options, fc.boolean(), async (seed, wanted, own, missing) => {
        const table = randomTable(seed, wanted)
        const asked = { detector, seed, ...own } as FittedOptions
        const reference = fit(table, asked)
        expectIdentical(await one.fit(table, asked), reference)
        const others = otherRows(seed, table, 1 + (seed % 70), missing)
        expectIdentical(await one.score(reference.model, others), score(reference.model, others))
        const first = selectRows(others, [0])
        expectIdentical(await one.score(reference.model, first), score(reference.model, first))
      }),
      { numRuns: thorough(runs) },
    )
  })

  test('one worker or two, one piece or several: the same bits', async () => {
    const [table, own] = shared()
    const asked = { detector, seed: 2, ...own } as FittedOptions
    const reference = fit(table, asked)
    expectIdentical(await one.fit(table, asked), reference)
    const many = selectRows(
      table,
      Int32Array.from({ length: 1500 }, (_, i) => (i * 5) % table.rows),
    )
    const both = await two.fitAndScore(table, [many], asked)
    expectIdentical(both.scores, reference.scores)
    expectIdentical(both.otherScores[0], score(reference.model, many))
  })

  test('an abort stops it', async () => {
    const table = randomTable(4, { rows: 600, missing: false, categories: false })
    const controller = new AbortController()
    const onProgress = (): void => controller.abort()
    const work = one.fit(table, { detector, signal: controller.signal, onProgress } as FittedOptions)
    await expect(work).rejects.toMatchObject({ code: 'aborted' })
  })
})

test('a mixture of many features works on fifty axes', () => {
  const { model } = fit(wideTable(90, 60), { detector: 'gmm', seed: 2, components: 2, scaling: 'raw' })
  expect(model.detector === 'gmm' && model.axes?.count).toBe(50)
})

/** Columns of a random table, over and over, each with its rows in another order. */
function wideTable(rows: number, width: number): Table {
  const table = randomTable(3, { rows, missing: false, categories: false })
  const columns = Array.from({ length: width }, (_, k) => {
    const column = table.columns[k % table.columns.length]
    const shift = (k * 37) % rows
    const order = Int32Array.from({ length: rows }, (_, i) => (i * 7 + shift) % rows)
    return { ...selectRows({ rows, columns: [column] }, order).columns[0], name: `g${k}` }
  })
  return { rows, columns }
}
