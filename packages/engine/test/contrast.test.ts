import { type Column, categoricalColumn, fit, score } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { kernelShareForest } from '../src/contrast/share-forest.js'
import { createEngine } from '../src/index.js'
import { compileKernels } from '../src/memory/kernels.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  rows: fc.oneof(fc.integer({ min: 40, max: 80 }), fc.integer({ min: 80, max: 300 })),
  missing: fc.boolean(),
  categories: fc.boolean(),
  stack: fc.constantFrom('none', 'knn'),
  folds: fc.constantFrom(1, 2, 5),
})

test('the contrast forest of the engine and the scores of both samples are those of core, bit for bit', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async ({ seed, stack, folds, ...taste }, missing) => {
      const table = randomTable(seed, taste)
      const mixture = otherRows(seed, table, 20 + (seed % 300), missing)
      const options = { detector: 'contrast', mixture, contrastTrees: 10, stack, folds, seed } as const
      const reference = fit(table, options)
      expectIdentical(await engine.fit(table, options), reference)
      const others = otherRows(seed + 1, table, 1 + (seed % 70), missing)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
    }),
    { numRuns: thorough(12) },
  )
})

test('trees are the same with more rows than 16 bits can number, and with fewer draws than rows', async () => {
  const kernel = kernelShareForest(await compileKernels())
  const numbers = (rows: number): Float64Array[] => {
    const table = randomTable(rows, { rows, missing: false, categories: false })
    return table.columns.map((column) =>
      column.kind === 'numeric' ? column.values.map((x) => x + 0) : new Float64Array(),
    )
  }
  for (const [rows, draws] of [
    [70000, 3000],
    [500, 60],
    [500, 2000],
  ]) {
    const data = internals.rankColumns(rows, numbers(rows))
    const all = Int32Array.from({ length: rows }, (_, i) => i)
    const plan = { nominal: all.slice(0, rows / 4), mixture: all.slice(rows / 4), draws, leaf: 5 }
    const mine = kernel(data, plan)
    const reference = internals.plainShareForest(data, plan)
    for (let tree = 0; tree < 3; tree++) {
      expect(mine.grow(2 ** 40 + 1, 'trees', tree)).toEqual(reference.grow(2 ** 40 + 1, 'trees', tree))
    }
  }
})

test('without out-of-bag scores the model is the same and the scores are empty', async () => {
  const table = randomTable(5, { rows: 100, missing: false, categories: true })
  const options = { detector: 'contrast', mixture: otherRows(6, table, 90, false), contrastTrees: 10 } as const
  const { model } = fit(table, options)
  const { model: own, scores, mixtureScores } = await engine.fit(table, { ...options, outOfBag: false })
  expectIdentical(own, model)
  expect([scores.length, mixtureScores?.length]).toEqual([0, 0])
})

test('a stack may know its categories in an order of its own: engine and core align rows to it', async () => {
  const words = (rows: number, from: number) => ({
    rows,
    columns: [
      { name: 'x', kind: 'numeric', values: Float64Array.from({ length: rows }, (_, i) => Math.sin(i + from)) },
      categoricalColumn(
        'word',
        Array.from({ length: rows }, (_, i) => ['a', 'b', 'c'][(i * i + from) % 3]),
      ),
    ] satisfies Column[],
  })
  const options = { detector: 'contrast', mixture: words(90, 1), contrastTrees: 10, stack: 'knn', seed: 1 } as const
  const model = fit(words(120, 0), options).model as internals.ContrastModel
  const [first, ...others] = model.stack
  const features = first.features.map((feature) =>
    feature.kind === 'numeric' ? feature : { ...feature, categories: feature.categories.toReversed() },
  )
  const reordered = { ...model, stack: [{ ...first, features }, ...others] }
  const rows = words(60, 2)
  const expected = score(reordered, rows)
  expect(expected).not.toEqual(score(model, rows))
  expectIdentical(await engine.score(reordered, rows), expected)
})
