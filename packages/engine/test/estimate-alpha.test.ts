import {
  estimateAlpha as coreEstimateAlpha,
  type EstimatorName,
  paperTable,
  type RowsAndScores,
  selectRows,
  substream,
  type Table,
} from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { kernelFourier } from '../src/alpha/fourier.js'
import { estimateAlpha } from '../src/index.js'
import { compileKernels } from '../src/memory/kernels.js'
import { expectIdentical } from './identical.js'
import { randomTable } from './random-table.js'

type LogisticRows = internals.LogisticRows

/** All that can be asked of rows, with vectors from the same stream. */
function answers(rows: LogisticRows, seed: number): Float64Array[] {
  const random = substream(seed, 'vectors')
  const draw = (length: number): Float64Array => Float64Array.from({ length }, () => random.normal())
  const [t, x, to] = [draw(rows.count), draw(rows.columns), draw(rows.columns)]
  const image = new Float64Array(rows.count)
  rows.multiply(x, image)
  const sum = to.slice()
  rows.add(t, sum)
  const image2 = new Float64Array(rows.count)
  const bent = to.slice()
  rows.bend(t, x, image2, bent)
  return [image, sum, image2, bent]
}

/** The numbers of a row, read through its products. */
function valuesOf(rows: LogisticRows): Float64Array[] {
  return Array.from({ length: rows.count }, (_, i) => {
    const row = new Float64Array(rows.columns)
    rows.only(Int32Array.of(i)).add(Float64Array.of(1), row)
    return row
  })
}

test('features and products with them are those of core, bit for bit', async () => {
  // One maker for all: nothing may be left over from what its memory held before.
  const fourier = kernelFourier(await compileKernels())
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 0, max: 2 ** 31 }),
        rows: fc.integer({ min: 1, max: 40 }),
        width: fc.integer({ min: 1, max: 12 }),
        count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(500)),
        scale: fc.constantFrom(1e-3, 1, 30, 1e5),
      }),
      ({ seed, rows: n, width, count, scale }) => {
        const random = substream(seed, 'rows')
        const values = Float64Array.from({ length: n * width }, () => scale * random.normal())
        const rows = { width, values }
        const draw = internals.drawFourier(width, count, random)
        const mine = fourier(rows, draw)
        const core = internals.plainFourier(rows, draw)
        const lists = [1, 1 + random.below(2 * n), 1 + random.below(n)].map((length) =>
          Int32Array.from({ length }, () => random.below(n)),
        )
        for (const listed of [lists[0], lists[1], lists[1], lists[2], lists[1]]) {
          const kernelWidth = 0.1 + random.float()
          const ours = mine.of(listed, kernelWidth)
          const theirs = core.of(listed, kernelWidth)
          expect([ours.count, ours.columns]).toEqual([theirs.count, theirs.columns])
          expectIdentical(valuesOf(ours), valuesOf(theirs))
          expectIdentical(answers(ours, seed), answers(theirs, seed))
          const some = Int32Array.from({ length: 1 + random.below(9) }, () => random.below(listed.length))
          expectIdentical(answers(ours.only(some), seed), answers(theirs.only(some), seed))
        }
      },
    ),
    { numRuns: thorough(25) },
  )
})

test('rows too many for the memory of the kernels are left to core', async () => {
  const fourier = kernelFourier(await compileKernels())
  const rows = { width: 1, values: new Float64Array(400_000) }
  const draw = internals.drawFourier(1, 500, substream(1, 'draw'))
  expect(fourier(rows, draw).of(Int32Array.of(3), 1)).toBeInstanceOf(internals.PlainLogisticRows)
})

function samplesOf(nominal: Table, mixture: Table): RowsAndScores {
  const random = substream(7, 'scores')
  const scores = (rows: number): Float64Array => Float64Array.from({ length: rows }, () => random.float())
  return { nominal: scores(nominal.rows), mixture: scores(mixture.rows), rows: { nominal, mixture } }
}

test('roc and its interval are those of core, also with categories and missing values', async () => {
  const mixed = randomTable(5, { rows: 60, missing: true, categories: true })
  const halves = [0, 1].map((half) =>
    selectRows(
      mixed,
      Int32Array.from({ length: 30 }, (_, i) => 2 * i + half),
    ),
  )
  const pairs = [
    samplesOf(halves[0], halves[1]),
    samplesOf(
      paperTable(50, () => false, substream(1, 'nominal')),
      paperTable(61, (row) => row < 28, substream(1, 'mixture')),
    ),
  ]
  for (const samples of pairs) {
    const options = { seed: 3, bootstrap: 4 }
    const estimate = await estimateAlpha('roc', samples, options)
    expectIdentical(estimate, coreEstimateAlpha('roc', samples, options))
    expect(estimate.alpha).not.toBeNull()
  }
})

test('the others, refusals, progress and aborts are those of core', async () => {
  const samples = samplesOf(
    paperTable(20, () => false, substream(2, 'nominal')),
    paperTable(20, (row) => row < 9, substream(2, 'mixture')),
  )
  for (const name of ['bbe', 'c-ps', 'km1'] as const)
    expectIdentical(await estimateAlpha(name, samples), coreEstimateAlpha(name, samples))
  const { nominal, mixture } = samples
  expect(await estimateAlpha('roc', { nominal, mixture })).toEqual(coreEstimateAlpha('roc', { nominal, mixture }))
  const told = async (estimate: typeof estimateAlpha | typeof coreEstimateAlpha): Promise<number[]> => {
    const steps: number[] = []
    await estimate('roc', samples, { onProgress: (done) => steps.push(done) })
    return steps
  }
  expect(await told(estimateAlpha)).toEqual(await told(coreEstimateAlpha))
  await expect(estimateAlpha('roc', samples, { signal: AbortSignal.abort() })).rejects.toThrow(/stopped/)
  await expect(estimateAlpha('magic' as EstimatorName, samples)).rejects.toThrow(/must be one of/)
})
