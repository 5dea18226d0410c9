import { type Model, numericTable, prepare, type Random, substream, type Table } from '@xenolith/core'
import { afterAll, expect, test } from 'vitest'
import { thorough } from '../../../tools/thorough.js'
import { scheduleFor } from '../../core/dist/certificates/exact/schedule.js'
import { exactThreshold } from '../../core/dist/certificates/exact/threshold.js'
import { allowedFailures } from '../../core/test/certificates/coverage.js'
import { createEngine } from '../src/index.js'

/*
 * The promise on scores that learned from the mixture, at the critical law: a share of the aliens looks exactly like nominal rows and the
 * rest is far away, so that the miss rate is just above eta where the walk of the exact test starts, and every promise
 * that goes wrong goes wrong by chance. The test is asked directly: `certify` would refuse what the in-sample twin makes of
 * the data, because they refute alpha, and the twin could not fail. Fails only above c with P(Bin(RUNS, DELTA) > c) <= 1e-6. `npm run bench:contrast`
 * is the long version.
 */
const RUNS = thorough(40)
const ROWS = 200
const ALPHA = 0.5
const ETA = 0.3
const DELTA = 0.05
const MOST_BROKEN = allowedFailures(RUNS, DELTA)
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

type Scored = { readonly model: Model; readonly nominal: Float64Array; readonly mixture: Float64Array }

/** A way to score both samples. */
type Way = (nominal: Table, mixture: Table, seed: number) => Promise<Scored>

/** As a study scores them: by parts of the model that have not learned from a row. */
const honest =
  (detector: 'contrast' | 'fused-contrast'): Way =>
  async (nominal, mixture, seed) => {
    const fitted = await engine.fit(nominal, { detector, mixture, contrastTrees: 100, seed })
    return { model: fitted.model, nominal: fitted.scores, mixture: fitted.mixtureScores! }
  }

/** The whole forest judges the rows that it was grown on. */
const inSample: Way = async (nominal, mixture, seed) => {
  const options = { detector: 'contrast', folds: 1, mixture, contrastTrees: 100, seed } as const
  const { model } = await engine.fit(nominal, options)
  return { model, nominal: await engine.score(model, nominal), mixture: await engine.score(model, mixture) }
}

/** How often a threshold is certified and breaks its promise. */
async function broken(way: Way): Promise<number> {
  const schedule = scheduleFor({ n0: ROWS, nm: ROWS, alpha: ALPHA, eta: ETA, delta: DELTA })
  let count = 0
  for (let run = 0; run < RUNS; run++) {
    const random = substream(run, 'critical law')
    const nominal = tableOf(ROWS, nominalRow, random)
    const mixture = tableOf(ROWS, mixtureRow, random)
    const { model, ...scores } = await way(nominal, mixture, run)
    const samples = prepare(scores.nominal, scores.mixture)
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
  expect(await broken(honest('contrast'))).toBeLessThanOrEqual(MOST_BROKEN)
})

test('fused with detectors that leave rows out they keep it too', async () => {
  expect(await broken(honest('fused-contrast'))).toBeLessThanOrEqual(MOST_BROKEN)
})

test('a forest that judges the rows it was grown on breaks it', async () => {
  expect(await broken(inSample)).toBeGreaterThan(MOST_BROKEN)
})
