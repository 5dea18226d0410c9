import type { Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { kernelForest } from '../src/alpha/voting-forest.js'
import { compileKernels } from '../src/memory/kernels.js'
import { otherRows, randomTable } from './random-table.js'

const forest = kernelForest(await compileKernels())

function expectSameVotes(nominal: Table, mixture: Table, classes: Uint8Array, outOfBag: boolean, trees: number): void {
  const data = internals.rankRows(internals.poolRows({ nominal, mixture }))
  const options = { trees, seed: 2 ** 40 + trees, label: 'votes', outOfBag }
  const mine = internals.growForest(data, classes, { ...options, kernels: { forest } })
  expect(mine).toEqual(internals.growForest(data, classes, options))
  expect(mine.all.reduce((sum, votes) => sum + votes, 0)).toBeGreaterThan(0)
}

test('the forest of the engine votes like that of core, row by row', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 0, max: 2 ** 31 }),
        rows: fc.oneof(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 30, max: 900 })),
        missing: fc.boolean(),
        categories: fc.boolean(),
      }),
      fc.boolean(),
      fc.boolean(),
      ({ seed, ...taste }, aside, outOfBag) => {
        const nominal = randomTable(seed, taste)
        const mixture = otherRows(seed, nominal, taste.rows, taste.missing)
        const classes = Uint8Array.from({ length: 2 * taste.rows }, (_, i) =>
          i < taste.rows ? 0 : 1 + (aside ? i % 2 : 0),
        )
        expectSameVotes(nominal, mixture, classes, outOfBag, 20)
      },
    ),
    { numRuns: thorough(25) },
  )
})

test('also with more rows than 16 bits can number', () => {
  const nominal = randomTable(3, { rows: 40000, missing: false, categories: false })
  const mixture = otherRows(4, nominal, 40000, false)
  expectSameVotes(
    nominal,
    mixture,
    Uint8Array.from({ length: 80000 }, (_, i) => (i < 40000 ? 0 : 1)),
    true,
    2,
  )
})
