import {
  decodeModelFile,
  encodeModelFile,
  numericTable,
  score,
  selectRows,
  substream,
  type Table,
} from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { candidates, candidatesFor } from '../src/auto/candidates.js'
import { chooseAmong } from '../src/auto/choose.js'
import { estimateAll } from '../src/auto/estimate.js'
import { type Finished, type Listener, requestFrom, study } from '../src/index.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

/** Nominals on a thin ring, aliens at its centre: a forest that cuts along the axes is at a loss, distances are not. */
function ring(rows: number, isAlien: (row: number) => boolean, seed: number): Table {
  const random = substream(seed, 'ring')
  return numericTable(
    Array.from({ length: rows }, (_, i) => {
      const [x, y] = [random.normal(), random.normal()]
      const far = isAlien(i) ? 0.2 : (1 + 0.02 * random.normal()) / Math.sqrt(x * x + y * y)
      return [far * x, far * y]
    }),
  )
}

const nominal = ring(600, () => false, 1)
const mixture = ring(600, (row) => row % 3 === 0, 2)
const terms = { alpha: 0.34, recall: 0.6, confidence: 0.9 } as const
const request = { terms, training: { detector: 'auto' }, seed: 5 } as const

async function finished(data = {}, more = {}): Promise<Finished & { notes: string[] }> {
  const notes: string[] = []
  const listener: Listener = { note: (text) => notes.push(text), progress: () => () => {} }
  const outcome = await study({ nominal, mixture, ...data }, { ...request, ...more }, { engine, listener })
  if (outcome.refused) throw new Error(outcome.reason)
  return { ...outcome, notes }
}

const first = await finished()

describe('auto', () => {
  it('takes a detector that fits the data, certifies it on rows that had no part in that, and records it', () => {
    const { file, notes } = first
    const choice = file.evidence.choice!
    expect(choice.chosen).not.toBe('iforest')
    expect(choice.candidates.map(({ name }) => name)).toEqual(candidates.map(({ name }) => name))
    expect(choice.rows).toEqual({
      choosing: { nominal: 200, mixture: 200 },
      certifying: { nominal: file.certificate.n0, mixture: 400 },
    })
    expect(choice).toMatchObject({ alpha: 0.34, recall: 0.6 })
    expect(file.certificate).toMatchObject({ nm: 400, certified: true })
    expect(file.certificate.nominalScores).not.toBe('held-out')
    expect(file.certificate.falseAlarmRate).toBeLessThan(0.2)
    expect(notes).toContainEqual(expect.stringContaining(`detector: ${choice.chosen}, `))
    const read = decodeModelFile(encodeModelFile(file))
    expect(read.evidence.choice).toEqual(choice)
    expect(read.settings).toEqual({ ...terms, detector: 'auto' })
    expect(requestFrom(read.settings!, 5, null)).toMatchObject(request)
    expect(score(read.model, nominal)).toEqual(score(file.model, nominal))
  })

  it('gives the same bytes for the same seed', async () => {
    const second = await finished()
    expect(encodeModelFile(second.file)).toEqual(encodeModelFile(first.file))
  })

  it('lets a holdout say how many rows certify, which then have no part in training either', async () => {
    const { file } = await finished({}, { training: { detector: 'auto', holdout: 0.7 } })
    expect(file.evidence.choice!.rows.certifying).toEqual({ nominal: 420, mixture: 420 })
    expect(file.certificate.nominalScores).toBe('held-out')
  })

  it('takes one detector where the data are too few to choose, and says why', async () => {
    const some = { nominal: selectRows(nominal, [...Array(200).keys()]) }
    const few = await finished(some, { terms: { ...terms, recall: 0.5 } })
    expect(few.file.model.detector).toBe('knn')
    expect(few.file.evidence.choice).toMatchObject({
      chosen: 'knn',
      reason: 'fewer than 400 nominal rows, so nothing was chosen',
      candidates: [],
    })
    expect(few.file.certificate).toMatchObject({ n0: 200, nominalScores: 'leave-one-out' })
    expect(few.notes).toContainEqual(expect.stringContaining('fewer than 400 nominal rows'))
    expect(decodeModelFile(encodeModelFile(few.file)).evidence.choice).toEqual(few.file.evidence.choice)
  })

  it('chooses by the share of aliens that an audit found', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => i)
    const audit = { rows, verdicts: rows.map((row) => (row % 3 === 0 ? ('alien' as const) : ('nominal' as const))) }
    const { file } = await finished({ audit }, { terms: { recall: 0.6, confidence: 0.9 } })
    expect(file.evidence.choice!.alpha).toBeCloseTo(1 / 3, 12)
    expect(file.certificate.audit!.labelled).toBe(400)
  })

  it('with classes compares detectors that can be fitted to each', () => {
    expect(candidatesFor(true).map(({ detector }) => detector)).not.toContain('contrast')
    expect(candidatesFor(true).length).toBeGreaterThan(3)
  })
})

describe('the choice', () => {
  const of = (falseAlarmRate: number, excessDeviation: number) => ({ falseAlarmRate, deviation: 0.1, excessDeviation })

  it('is the simplest that is not clearly worse than the best', () => {
    expect(chooseAmong([of(0.5, 0.1), of(0.3, 0.05), of(0.2, 0)])).toBe(2)
    expect(chooseAmong([of(0.5, 0.1), of(0.24, 0.05), of(0.2, 0)])).toBe(1)
    expect(chooseAmong([of(0.5, 0.4), of(0.24, 0.05), of(0.2, 0)])).toBe(0)
  })

  it('estimates what a threshold would cost, on the rows that were scored', () => {
    const random = substream(1, 'estimates')
    const rows = { nominal: 4000, mixture: 4000 }
    const normal = (shift: (i: number) => number) =>
      Float64Array.from({ length: 4000 }, (_, i) => random.normal() + shift(i))
    const good = { nominal: normal(() => 0), mixture: normal((i) => (i % 2 === 0 ? 4 : 0)) }
    const poor = { nominal: normal(() => 0), mixture: normal((i) => (i % 2 === 0 ? 1 : 0)) }
    const scored = Int32Array.from({ length: 3000 }, (_, i) => i + 1000)
    const part = { nominal: good.nominal.slice(1000), mixture: good.mixture, scored }
    const [first, second, third] = estimateAll([good, poor, part], rows, { alpha: 0.5, eta: 0.1 }, 1)
    // Normal scores: the mean over miss rates .1, .2, .3, .4, .6 of P(N(0, 1) > shift + z(miss)) is .0009 for a shift of 4, .340 for 1.
    expect(first.falseAlarmRate).toBeLessThan(0.01)
    expect(Math.abs(second.falseAlarmRate - 0.34)).toBeLessThan(0.06)
    expect(Math.abs(third.falseAlarmRate - first.falseAlarmRate)).toBeLessThan(0.005)
    expect(second.deviation).toBeGreaterThan(first.deviation)
    expect(Math.min(first.excessDeviation, third.excessDeviation)).toBe(0)
  })
})
