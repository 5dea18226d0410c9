import { type FitOptions, numericTable, prepare, type Random, substream, type Table } from '@xenolith/core'
import { afterAll, expect, test } from 'vitest'
import { scheduleFor } from '../../core/dist/certificates/exact/schedule.js'
import { exactThreshold } from '../../core/dist/certificates/exact/threshold.js'
import { createEngine } from '../src/index.js'

/*
 * The promise on cross-fitted scores at the critical law: a share of the aliens looks exactly like nominal rows and the
 * rest is far away, so that the miss rate is just above eta where the walk of the exact test starts, and every promise
 * that goes wrong goes wrong by chance. The test is asked directly: `certify` would refuse what the in-sample twin makes of
 * the data, because they refute alpha, and the twin could not fail. Fails only above c with P(Bin(RUNS, DELTA) > c) <= 1e-6. `npm run bench:contrast`
 * is the long version.
 */
const RUNS = 40
const MOST_BROKEN = 11
const ROWS = 200
const ALPHA = 0.5
const ETA = 0.3
const DELTA = 0.05
/** Hidden aliens, so many that eta of all aliens are missed where 5 % of the nominals alarm, and a few more. */
const HIDDEN = (1.02 * ETA) / 0.95

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

type Draw = (random: Random) => number[]
const nominalRow: Draw = (random) => [random.below(99), random.below(99)]
const farRow: Draw = (random) => [300 + random.below(99), random.below(99)]
const alienRow: Draw = (random) => (random.float() < HIDDEN ? nominalRow(random) : farRow(random))
const mixtureRow: Draw = (random) => (random.float() < ALPHA ? alienRow(random) : nominalRow(random))
const tableOf = (rows: number, draw: Draw, random: Random): Table =>
  numericTable(Array.from({ length: rows }, () => draw(random)))

/** How often a threshold is certified and breaks its promise; `inSample`: the forest judges the rows that it was grown on. */
async function broken(inSample: boolean): Promise<number> {
  const schedule = scheduleFor({ n0: ROWS, nm: ROWS, alpha: ALPHA, eta: ETA, delta: DELTA })
  let count = 0
  for (let run = 0; run < RUNS; run++) {
    const random = substream(run, 'critical law')
    const nominal = tableOf(ROWS, nominalRow, random)
    const mixture = tableOf(ROWS, mixtureRow, random)
    const options = { detector: 'contrast', mixture, contrastTrees: 100, seed: run, folds: inSample ? 1 : 5 }
    const { model } = await engine.fit(nominal, options as FitOptions)
    const samples = prepare(await engine.score(model, nominal), await engine.score(model, mixture))
    const { tau } = exactThreshold({ samples, alpha: ALPHA, eta: ETA, schedule })
    if (tau === Number.NEGATIVE_INFINITY) continue
    const missed = async (draw: Draw): Promise<number> => {
      const found = await engine.score(model, tableOf(2000, draw, random))
      return found.reduce((sum, x) => sum + (x <= tau ? 1 : 0), 0) / found.length
    }
    if (HIDDEN * (await missed(nominalRow)) + (1 - HIDDEN) * (await missed(farRow)) > ETA) count++
  }
  return count
}

test('cross-fitted scores keep the promise at the critical law', async () => {
  expect(await broken(false)).toBeLessThanOrEqual(MOST_BROKEN)
})

test('a forest that judges the rows it was grown on breaks it', async () => {
  expect(await broken(true)).toBeGreaterThan(MOST_BROKEN)
})
