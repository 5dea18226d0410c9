import { numericTable, selectRows, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, expect, test } from 'vitest'
import { compareElement } from '../src/compare/compare-element.js'
import { parseCsv } from '../src/compare/csv.js'
import type { Dataset } from '../src/data/dataset.js'
import type { Context, Row } from '../src/element.js'
import { falseAlarms } from '../src/elements/false-alarms.js'
import { lineup } from '../src/protocol/detector-lineup.js'
import { falseAlarmFigures } from '../src/report/figures-false-alarms.js'
import { falseAlarmSheets } from '../src/report/sheets-false-alarms.js'
import type { Settings } from '../src/settings.js'

const random = substream(1, 'a table')
const labels = Array.from({ length: 700 }, (_, i) => (i < 480 ? 'known' : 'new'))
const table = numericTable(labels.map((label) => [random.normal() + (label === 'new' ? 5 : 0), random.normal()]))
const dataset: Dataset = {
  name: 'table',
  title: 'a table',
  nominal: ['known'],
  labels,
  take: (rows) => selectRows(table, rows),
}
const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())
const context: Context = { engine, dataset: async () => dataset, once: (_, make) => make() }

const settings: Settings = {
  kind: 'false-alarms',
  title: 'false alarms',
  datasets: ['table'],
  alphas: [0.5],
  largest: 200,
  runs: 1,
  seed: 1,
  certificates: { alphas: [0.5], recalls: [0.5], confidence: 0.8, audit: 1 },
}
const part = falseAlarms.parts(settings)[0]
const record = await falseAlarms.run(settings, part, 0, context)
const rows = falseAlarms.summarise(settings, new Map([[part.key, [record, record]]]), new Map())

test('a run tries every detector and auto, at the threshold of the oracle and at certified ones', () => {
  expect(Object.keys(rows[0])).toEqual([...falseAlarms.columns])
  const of = (detector: string, threshold: string): Row =>
    rows.find((row) => row.detector === detector && row.threshold === threshold)!
  expect(new Set(rows.map(({ detector }) => detector)).size).toBe(lineup.length + 1)
  for (const detector of ['iforest', 'knn standardised', 'fused-contrast raw', 'density-forest per class', 'auto']) {
    expect(Number(of(detector, 'oracle').falseAlarmRate)).toBeLessThan(0.2)
    expect(of(detector, 'certified')).toMatchObject({ recall: 0.5, confidence: 0.8, runs: 2, n: 200, alpha: 0.5 })
  }
  expect(of('knn standardised', 'certified').given).toBe(1)
  expect(Number(of('knn standardised', 'certified').deliveredRecall)).toBeGreaterThan(0.5)
})

test('a run is a function of the seed and its number', async () => {
  expect(await falseAlarms.run(settings, part, 0, context)).toEqual(record)
  expect(await falseAlarms.run(settings, part, 1, context)).not.toEqual(record)
})

test('a detector does what it does whichever others take part', async () => {
  const only = { ...settings, detectors: ['auto', 'iforest'] }
  const few = await falseAlarms.run(only, part, 0, context)
  const own = falseAlarms.summarise(only, new Map([[part.key, [few, few]]]), new Map())
  expect(own).toEqual(rows.filter(({ detector }) => detector === 'iforest' || detector === 'auto'))
  expect(() => falseAlarms.parts({ ...settings, detectors: ['nearest'] })).toThrow(/no detector.* nearest/)
})

test('the report has its table and its figure', () => {
  const lines = rows.map((row) => (row.detector === 'auto' ? { ...row, runs: 9 } : row))
  const text = [Object.keys(rows[0]), ...lines.map((row) => Object.values(row))]
    .map((line) => line.join(','))
    .join('\n')
  const element = {
    name: 'false-alarms',
    settings: null,
    published: null,
    publishedIcml: null,
    publishedQuartiles: null,
    results: parseCsv(text),
    provenance: null,
    notes: null,
  }
  const compared = compareElement(element)
  expect(compared.kind).toBe('false-alarms')
  const [{ sheet }] = falseAlarmSheets(compared)
  expect(sheet.sections[0].rows).toHaveLength(lineup.length + 1)
  expect(sheet.sections[0].rows.every((row) => row.length === sheet.columns.length)).toBe(true)
  expect(sheet.sections[0]).toMatchObject({ heading: 'table, n = 200, 2 runs' })
  expect(sheet.sections[0].rows.map(([name]) => name)).toContain('auto (9 runs)')
  const [figure] = falseAlarmFigures(compared)
  expect(figure.finding).toContain('with auto and')
  expect(figure.draw({ name: 'wide', width: 700, height: 400 })).toBeTruthy()
  expect(falseAlarmFigures({ ...compared, falseAlarms: [] })).toEqual([])
})
