import {
  type Certificate,
  decodeModelFile,
  encodeModelFile,
  type ModelFile,
  paperTable,
  score,
  selectRows,
  substream,
  type Table,
} from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BatchReading, readingWords, watchBatch } from '../src/batch-watch.js'
import { study } from '../src/study.js'

const rows = (count: number, every: number, stream: string): Table =>
  paperTable(count, (row) => every > 0 && row % every === 0, substream(1, stream))
let file: ModelFile

beforeAll(async () => {
  const terms = { alpha: 0.5, recall: 0.6, confidence: 0.9 }
  const training = { detector: 'iforest', trees: 50 } as const
  const outcome = await study(
    { nominal: rows(600, 0, 'nominal'), mixture: rows(600, 2, 'mixture') },
    { terms, training },
  )
  if (outcome.refused) throw new Error(outcome.reason)
  file = decodeModelFile(encodeModelFile(outcome.file))
})

function read(table: Table, model: ModelFile = file): BatchReading {
  const watch = watchBatch(model)
  const aligned = internals.alignTable(table, model.model.features)
  const scores = score(model.model, aligned)
  const half = Math.floor(table.rows / 2)
  for (const [from, to] of [
    [0, half],
    [half, table.rows],
  ]) {
    const part = {
      rows: to - from,
      columns: aligned.columns.map((c) => (c.kind === 'numeric' ? { ...c, values: c.values.slice(from, to) } : c)),
    }
    watch.add(part, scores.slice(from, to))
  }
  return watch.read()
}

const changed = (table: Table, change: (value: number) => number): Table => ({
  ...table,
  columns: table.columns.map((c) => (c.kind === 'numeric' ? { ...c, values: c.values.map(change) } : c)),
})

describe('a batch', () => {
  it('of so few rows that none could contradict the promise is not called valid', () => {
    const strange = (count: number): BatchReading => read(changed(rows(count, 0, 'few'), () => 1e6))
    const few = strange(2)
    expect(few).toMatchObject({ rows: 2, state: 'unwatched' })
    expect(readingWords(few)[0]).toMatch(/^no batch of so few rows could contradict/)
    expect(read(rows(2, 0, 'few')).state).toBe('unwatched')
    const enough = Array.from({ length: 200 }, (_, i) => i + 1).find((count) => strange(count).state === 'void')!
    expect(enough).toBeGreaterThan(2)
    expect(strange(enough - 1).state).toBe('unwatched')
    expect(read(rows(enough, 0, 'few')).state).toBe('valid')
  })

  it('of the same kinds contradicts nothing', () => {
    const reading = read(rows(2000, 4, 'fresh'))
    expect(reading).toMatchObject({ rows: 2000, state: 'valid', because: [], notes: [] })
    expect(readingWords(reading)).toEqual([])
    const expected = Math.round(2000 * file.certificate.falseAlarmRate)
    expect(reading.falseAlarms).toBe(Math.min(reading.alarms, expected))
  })

  it('of ordinary rows that have changed voids the promise, in words', () => {
    const reading = read(changed(rows(2000, 0, 'fresh'), (value) => value * 2 + 1))
    expect(reading.state).toBe('void')
    expect(readingWords(reading)[0]).toMatch(
      /^promise void for this batch because .* would if its ordinary rows were like/,
    )
  })

  it('names columns that are missing or out of range, which no test judges', () => {
    const { notes } = read(
      changed(rows(2000, 0, 'fresh'), (value) => (value > 0 ? Number.NaN : value > -0.1 ? 99 : value)),
    )
    expect(notes.some((note) => /Column "x1" is missing in [\d.]+ % of the batch/.test(note))).toBe(true)
    expect(notes.some((note) => /Column "x1" is outside everything seen before/.test(note))).toBe(true)
  })

  it('says the same by the counts of its pieces, added up', () => {
    const table = changed(rows(2000, 4, 'fresh'), (value) => (value > 1.5 ? Number.NaN : value > 1.4 ? 99 : value))
    const aligned = internals.alignTable(table, file.model.features)
    const scores = score(file.model, aligned)
    const [all, whole] = [watchBatch(file), watchBatch(file)]
    whole.add(aligned, scores)
    for (const [from, to] of [
      [0, 1],
      [1, 700],
      [700, 700],
      [700, 2000],
    ] as const) {
      const piece = watchBatch(file)
      const rows = Int32Array.from({ length: to - from }, (_, i) => from + i)
      piece.add(selectRows(aligned, rows), scores.slice(from, to))
      all.take(piece.tally())
    }
    expect(whole.read().notes.length).toBeGreaterThan(0)
    expect(all.read()).toEqual(whole.read())
    expect(all.tally()).toEqual(whole.tally())
    expect(() => all.take([1, 2, 3])).toThrow('of another model')
  })

  it('says so when the model is too old to watch, or promises nothing', () => {
    const { ranks, ...evidence } = file.evidence
    const { profiles, ...old } = file
    expect(ranks === undefined || profiles === undefined).toBe(false)
    expect(read(rows(100, 0, 'fresh'), { ...old, evidence }).state).toBe('unwatched')
    const silent = { ...file, certificate: { ...file.certificate, certified: false, recall: null } as Certificate }
    expect(read(rows(100, 0, 'fresh'), silent).state).toBe('none')
  })
})

describe('what a model keeps of its rows', () => {
  it('are distinct rows with reasons, and rows near the threshold', () => {
    const { topRows, nearRows } = file.evidence
    expect(topRows?.copies).toEqual(topRows?.row.map(() => 1))
    expect(topRows?.why?.every((reasons) => reasons.length > 0 && reasons.length <= 3)).toBe(true)
    expect(nearRows?.row.length).toBe(10)
    const gaps = nearRows!.score.map((each) => Math.abs(each - file.certificate.tau))
    expect(Math.max(...gaps)).toBeLessThan(0.1)
  })
})
