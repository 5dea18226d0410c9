import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { type FittedOptions, fit, score } from '@xenolith/core'
import { afterAll, expect, test } from 'vitest'
import { createEngine, fit as sharedFit } from '../src/index.js'
import { expectIdentical } from './identical.js'
import { otherRows, randomTable } from './random-table.js'

// All work goes to workers, however small.
const engines = [1, 2, 3].map((workers) => createEngine({ workers, smallWork: 0 }))
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

const rows = 900
const table = randomTable(3, { rows, missing: false, categories: false })
const mixed = randomTable(8, { rows, missing: true, categories: true })
const labels = Array.from({ length: rows }, (_, i) => (i % 4 === 0 ? 'rare' : 'common'))

const jobs: [string, typeof table, FittedOptions][] = [
  ['forest of numbers', table, { seed: 5, trees: 60, subsample: 200 }],
  ['forest of a mixed table', mixed, { seed: 6, trees: 60, subsample: 200, rangeCheck: false }],
  ['LODA of a mixed table', mixed, { detector: 'loda', seed: 7, projections: 61 }],
  ['forest per class', table, { seed: 5, trees: 40, subsample: 50, classes: labels }],
]

test.each(jobs)('%s: the same bytes for 1, 2 and 3 workers', async (_, nominal, options) => {
  const reference = fit(nominal, options)
  const others = otherRows(2, nominal, 1601, true)
  const scores = score(reference.model, others)
  for (const engine of engines) {
    const fitted = await engine.fit(nominal, options)
    expectIdentical(fitted, reference)
    expectIdentical(await engine.score(fitted.model, others), scores)
  }
})

test('small work stays on the calling thread', async () => {
  const workers: Worker[] = []
  const notice = (worker: Worker): void => void workers.push(worker)
  process.on('worker', notice)
  const engine = createEngine({ workers: 2 })
  const { model } = await engine.fit(table, { trees: 60 })
  await engine.score(model, table)
  expect(workers).toHaveLength(0)
  process.off('worker', notice)
})

test('other detectors go through', async () => {
  const scores = { rows: 3, columns: [{ name: 's', kind: 'numeric', values: Float64Array.of(1, 3, 2) } as const] }
  const fitted = await sharedFit(scores, { detector: 'given' })
  expect([...fitted.scores]).toEqual([1, 3, 2])
  expectIdentical(await engines[1].score(fitted.model, scores), Float64Array.of(1, 3, 2))
})

test('errors are those of core', async () => {
  await expect(engines[0].fit(table, { trees: 0 })).rejects.toMatchObject({ code: 'bad-option' })
  await expect(engines[0].fit({ rows: 0, columns: [] })).rejects.toMatchObject({ code: 'empty-data' })
  const { model } = fit(table, { trees: 1 })
  await expect(engines[0].score(model, { rows: 1, columns: [] })).rejects.toMatchObject({ code: 'missing-column' })
  expect(() => createEngine({ workers: 0 })).toThrow(/workers must be/)
})

test('progress rises to the end', async () => {
  for (const engine of engines) {
    const seen: number[] = []
    await engine.fit(table, { trees: 60, subsample: 200, onProgress: (done, total) => seen.push(done / total) })
    expect(seen.at(-1)).toBe(1)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.length).toBeGreaterThan(3)
  }
})

test.each([1, 2])('an abort stops the work and leaves %i workers usable', async (workers) => {
  const engine = engines[workers - 1]
  const { model } = await engine.fit(table, { trees: 60, subsample: 200 })
  for (const work of [
    (signal: AbortSignal, onProgress: () => void) => engine.fit(table, { trees: 100_000, signal, onProgress }),
    (signal: AbortSignal, onProgress: () => void) =>
      engine.score(model, otherRows(1, table, 60_000, false), { signal, onProgress }),
  ]) {
    const stop = new AbortController()
    await expect(work(stop.signal, () => stop.abort())).rejects.toMatchObject({ code: 'aborted' })
  }
  const already = AbortSignal.abort()
  await expect(engine.fit(table, { trees: 60, signal: already })).rejects.toMatchObject({ code: 'aborted' })
  const options = { trees: 60, subsample: 200 }
  expectIdentical(await engine.fit(table, options), fit(table, options))
})

const crashes: [string, (worker: Worker) => void][] = [
  ['throws outside of any task', (worker) => worker.postMessage(null)],
  ['is ended from outside', (worker) => void worker.terminate()],
]

test.each(crashes)('a worker that %s is an error, not a hang, and the next work starts another', async (_, crash) => {
  const workers: Worker[] = []
  const notice = (worker: Worker): void => void workers.push(worker)
  process.on('worker', notice)
  const engine = createEngine({ workers: 2, smallWork: 0 })
  let pieces = 0
  const onProgress = (): void => {
    if (++pieces === 3) crash(workers[1])
  }
  await expect(engine.fit(table, { trees: 100_000, onProgress })).rejects.toThrow(/a worker of the engine stopped/)
  const options = { trees: 60, subsample: 200 }
  const fitted = await engine.fit(table, options)
  expectIdentical(fitted, fit(table, options))
  expect(workers).toHaveLength(3)
  crash(workers[0])
  const others = otherRows(1, table, 5000, false)
  await engine.score(fitted.model, others).catch(() => {})
  expectIdentical(await engine.score(fitted.model, others), score(fitted.model, others))
  await engine.close()
  process.off('worker', notice)
})

test.each(crashes)('after each of two workers %s, the next call works', async (_, crash) => {
  const workers: Worker[] = []
  const notice = (worker: Worker): void => void workers.push(worker)
  process.on('worker', notice)
  const engine = createEngine({ workers: 2, smallWork: 0 })
  const { model } = await engine.fit(table, { trees: 60, subsample: 200 })
  const others = otherRows(1, table, 5000, false)
  await engine.score(model, others)
  for (const worker of workers) crash(worker)
  expectIdentical(await engine.score(model, others), score(model, others))
  expect(workers).toHaveLength(4)
  await engine.close()
  process.off('worker', notice)
})

test('work under way when the engine is closed fails', async () => {
  const engine = createEngine({ workers: 2, smallWork: 0 })
  const work = engine.fit(table, { trees: 100_000, onProgress: () => void engine.close() })
  await expect(work).rejects.toThrow(/closed/)
})

test.each([
  ['never closes the engine', 'left-open.mjs', '4 workers, 12000 scores\n'],
  ['closes it right after use', 'closed.mjs', 'closed\n'],
])('a process that %s ends by itself, without an error', async (_, script, output) => {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [path], { timeout: 30_000 })
  expect(stdout).toBe(output)
})
