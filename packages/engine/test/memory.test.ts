import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type FittedOptions, fit, score } from '@xenolith/core'
import { afterAll, expect, test, vi } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

const table = randomTable(3, { rows: 300, missing: true, categories: true })
const others = otherRows(2, table, 1600, true)

test.each<[string, FittedOptions]>([
  ['iforest', { trees: 20 }],
  ['loda', { detector: 'loda', projections: 20 }],
  ['knn', { detector: 'knn' }],
  ['per class', { trees: 9, classes: Array.from({ length: 300 }, (_, i) => `${i % 3}`) }],
])('core takes over where kernels cannot have the memory, kernels again where they can: %s', async (_, options) => {
  const reference = fit(table, options)
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory')
  })
  const fitted = await engine.fit(table, options)
  expectIdentical(fitted, reference)
  expectIdentical(await engine.score(fitted.model, others), score(reference.model, others))
  expect(grow).toHaveBeenCalled()
  grow.mockRestore()
  expectIdentical(await engine.score(fitted.model, others), score(reference.model, others))
})

test('the same in workers', async () => {
  const [stub, script] = ['without-memory.mjs', 'starved.mjs'].map((name) => new URL(name, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', stub.href, fileURLToPath(script)])
  expect(stdout).toBe('the same\n')
})

test('other errors of kernels stay errors', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  await expect(createEngine({ workers: 1 }).fit(table, { trees: 20 })).rejects.toThrow('call stack')
  grow.mockRestore()
})
