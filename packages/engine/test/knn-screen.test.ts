import { fit, score, substream, type Table } from '@xenolith/core'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { cubeOf } from '../src/knn/words.js'
import { expectIdentical } from './identical.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

/** What makes rounding to whole numbers hard: ties, tails, a few giants, points far outside, all of it beside a constant column. */
const laws = {
  normal: (random) => random.normal(),
  coarse: (random) => random.below(3),
  tails: (random) => random.normal() / (Math.abs(random.normal()) + 1e-9),
  giants: (random) => random.normal() * (random.below(200) === 0 ? 1e9 : 1),
  minute: (random) => 1 + random.below(1000) * 2 ** -40,
  /** Neighbours are less than a step apart. */
  clusters: (random, row) => (row % 5) * 1e4 + random.normal(),
} satisfies Record<string, (random: ReturnType<typeof substream>, row: number) => number>

interface Wanted {
  readonly law: keyof typeof laws
  readonly rows: number
  readonly width: number
}

function tableOf(seed: number, { law, rows, width }: Wanted, shift = 0, constant = 7): Table {
  const random = substream(seed, 'screen')
  const columns = Array.from({ length: width }, (_, j) => ({
    name: `f${j}`,
    kind: 'numeric' as const,
    values: Float64Array.from({ length: rows }, (_, i) => (j === 0 ? constant : laws[law](random, i) + shift)),
  }))
  return { rows, columns }
}

const wanted = fc.record({
  law: fc.constantFrom(...(Object.keys(laws) as (keyof typeof laws)[])),
  rows: fc.integer({ min: 30, max: 250 }),
  width: fc.integer({ min: 8, max: 21 }),
})
const options = fc.record({
  detector: fc.constant('knn' as const),
  neighbours: fc.constantFrom(1, 2, 5, 17, 25),
  scaling: fc.constantFrom('standardised' as const, 'raw' as const, 'ranks' as const),
})

test('neighbours found by whole numbers are those of core, bit for bit, near and far', async () => {
  const shifts = fc.constantFrom(0, 0, 0.3, 40, 1e7)
  const constants = fc.constantFrom(7, 8)
  await fc.assert(
    fc.asyncProperty(fc.nat(), wanted, options, shifts, constants, async (seed, taste, asked, shift, constant) => {
      const table = tableOf(seed, taste)
      const reference = fit(table, asked)
      expectIdentical(await engine.fit(table, asked), reference)
      const others = tableOf(seed + 1, { ...taste, rows: 131 }, shift, constant)
      expectIdentical(await engine.score(reference.model, others), score(reference.model, others))
    }),
    { numRuns: 40 },
  )
})

test('a few giants stay outside the cube and do not widen it', () => {
  const random = substream(5, 'cube')
  const values = Float64Array.from({ length: 8000 }, () => random.normal())
  values[17] = 1e6
  values[4000] = -1e6
  const { reach, inside, order, placeOf } = cubeOf({ rows: 1000, width: 8, values })
  expect(reach).toBeLessThan(12)
  expect(inside).toBe(998)
  expect([...order.subarray(998)]).toEqual([2, 500])
  expect(placeOf[500]).toBe(999)
})
