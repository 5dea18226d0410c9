import { numericTable, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, expect, test } from 'vitest'
import { study } from '../src/index.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

/** Two kinds of nominal rows, one in twelve of the rarer; most aliens are of a third kind, which scores as high as the rarer or higher. */
function data() {
  const random = substream(5, 'atoms')
  const nominal = (): number[] => [random.float() < 0.08 ? 1 : 0]
  const rows = Array.from({ length: 1600 }, nominal)
  const mixture = Array.from({ length: 1600 }, (_, i) => (i % 2 ? nominal() : [1]))
  return { nominal: numericTable(rows), mixture: numericTable(mixture) }
}
const terms = { alpha: 0.5, recall: 0.9, confidence: 0.95 }

test.each([
  ['under a holdout', { holdout: 0.5 }],
  ['with drawn training rows', { trainRows: 800 }],
])('%s the gates stand beside the atoms of the training scores', async (_, divided) => {
  const outcome = await study(data(), { training: { trees: 30, ...divided }, terms }, { engine })
  if (outcome.refused) throw new Error(outcome.reason)
  const { gates, falseAlarmRate } = outcome.file.certificate
  expect(gates![0].rate).toBeGreaterThan(0.08)
  expect(gates!.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
  expect(falseAlarmRate).toBeLessThan(0.12)
  const usual = await study(data(), { training: { trees: 30 }, terms }, { engine })
  if (!usual.refused) expect(usual.file.certificate.gates).toBeUndefined()
})

test('an audit has no gates to place, and says nothing of them', async () => {
  const { nominal, mixture } = data()
  const rows = Array.from({ length: 200 }, (_, i) => i)
  const audit = { rows, verdicts: rows.map((i) => (i % 2 ? ('nominal' as const) : ('alien' as const))) }
  const outcome = await study({ nominal, mixture, audit }, { training: { trees: 30, holdout: 0.5 }, terms }, { engine })
  if (outcome.refused) throw new Error(outcome.reason)
  expect(outcome.file.certificate.method).toBe('audit')
})
