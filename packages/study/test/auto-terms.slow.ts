import { numericTable, placeGates, prepare, substream, type Table } from '@xenolith/core'
import { expect, it } from 'vitest'
import { candidatesFor } from '../src/auto/candidates.js'
import { fitCandidates, takeCandidate } from '../src/auto/fit-candidates.js'
import { choosingRows, partsOf } from '../src/auto/parts.js'
import { certifyScored, silent } from '../src/index.js'
import type { Pilot } from '../src/scored.js'
import { trainAndScore } from '../src/train.js'
import { engine, finished, request, terms } from './auto-study.js'

it('auto, where the choice is not easy looks at more rows, and sets out where the detector is best by them and by no other', async () => {
  const random = substream(1, 'overlap')
  const cloud = (shift: (row: number) => number): Table =>
    numericTable(Array.from({ length: 600 }, (_, row) => [random.normal() + shift(row), random.normal()]))
  const hard = { nominal: cloud(() => 0), mixture: cloud((row) => (row % 3 === 0 ? 1.7 : 0)) }
  const scored = await trainAndScore(hard, request, { engine, listener: silent })
  const outcome = await certifyScored(hard, request, scored, { engine, listener: silent })
  if (outcome.refused) throw new Error(outcome.reason)
  const { n0, nm, gates } = outcome.file.certificate
  const { nominal: pilot0, mixture: pilotM } = scored.pilot as Required<Pilot>
  expect([pilot0.length, pilotM.length, n0, nm]).toEqual([200, 200, 400, 400])
  expect(gates).toEqual(placeGates({ pilot: prepare(pilot0, pilotM), ...terms, n0, nm }))
  expect(gates!.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
  const parts = partsOf(hard, 0.34, undefined, 5)
  const fitted = await fitCandidates(choosingRows(hard, parts), 204, 5, { engine, listener: silent })
  expect(takeCandidate(fitted, { alpha: terms.alpha, eta: 1 - terms.recall }).scores).toEqual(scored.pilot)
})

it('auto lets a holdout say how many rows certify, which then have no part in training either', async () => {
  // That no detector is named is the same as auto, here too.
  const { file } = await finished({}, { training: { holdout: 0.7 } })
  expect(file.settings).toMatchObject({ detector: 'auto', holdout: 0.7 })
  expect(file.evidence.choice!.rows.certifying).toEqual({ nominal: 420, mixture: 420 })
  expect(file.certificate.nominalScores).toBe('held-out')
})

it('auto chooses by the share of aliens that an audit found', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => i)
  const audit = { rows, verdicts: rows.map((row) => (row % 3 === 0 ? ('alien' as const) : ('nominal' as const))) }
  const { file } = await finished({ audit }, { terms: { recall: 0.6, confidence: 0.9 } })
  expect(file.evidence.choice!.alpha).toBeCloseTo(1 / 3, 12)
  expect(file.certificate.audit!.labelled).toBe(467)
})

it('auto takes classes together where one is too small', async () => {
  const classes = Array.from({ length: 600 }, (_, i) => (i < 5 ? 'rare' : 'usual'))
  const { file, notes } = await finished({ classes })
  expect(file.model.detector).not.toBe('per-class')
  expect(notes).toContainEqual(expect.stringContaining('too few rows for a detector of its own'))
})

it('auto with classes compares detectors of each class and, for all classes together, those that learn from the mixture', async () => {
  const classes = Array.from({ length: 600 }, (_, i) => (i % 2 === 0 ? 'even' : 'odd'))
  const names = candidatesFor(300, classes).map(({ name }) => name)
  const { file } = await finished({ classes })
  const { chosen, candidates: compared } = file.evidence.choice!
  expect(compared.map(({ name }) => name)).toEqual(names)
  expect(file.model.detector === 'per-class').toBe(chosen.endsWith('per class'))
})
