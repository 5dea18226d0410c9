import { createEngine } from '@xenolith/engine'
import { afterAll, expect, it } from 'vitest'
import { type AutoRequest, silent, wouldTake } from '../src/index.js'
import { trainAndScore } from '../src/train.js'
import { ring } from './ring.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

it('auto, asked again at other terms makes what no longer holds, and comes to what a new study would', async () => {
  const data = { nominal: ring(600, () => false, 1), mixture: ring(600, (row) => row % 3 === 0, 2) }
  const work = { engine, listener: silent }
  const at = (alpha: number, recall: number): AutoRequest => ({
    terms: { alpha, recall, confidence: 0.9 },
    training: { detector: 'auto' },
    seed: 5,
    pilot: 0.35,
  })
  const before = await trainAndScore(data, at(0.34, 0.6), work)
  for (const asked of [at(0.34, 0.9), at(0.5, 0.7), at(0.33, 0.6), at(0.05, 0.6)]) {
    const again = await trainAndScore(data, asked, work, before)
    const anew = await trainAndScore(data, asked, work)
    expect(again.choice).toEqual(anew.choice)
    expect(again.nominal).toEqual(anew.nominal)
    expect(again.mixture).toEqual(anew.mixture)
    const taken = wouldTake(data, asked, before)
    if (taken === before.choice!.chosen) expect(again.model).toBe(before.model)
    if (taken !== null) expect(taken).toBe(anew.choice!.chosen)
  }
  // What places the gates belongs to the terms: it is never that of others.
  const open = { ...at(0.34, 0.6), pilot: undefined }
  const own = await trainAndScore(data, open, work)
  const { nominal: scores0, mixture: scoresM } = own
  const ofOthers = { ...own, pilot: { nominal: scores0, mixture: scoresM } }
  expect((await trainAndScore(data, open, work, ofOthers)).pilot).toEqual(own.pilot)
  // With fewer than 200 aliens to be expected there are other candidates, and with fewer than 60 none.
  expect(wouldTake(data, at(0.33, 0.6), before)).toBeNull()
  expect(wouldTake(data, at(0.05, 0.6), before)).toBeNull()
})
