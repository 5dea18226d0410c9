import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Verdict } from '@xenolith/core'
import { readAudit } from '@xenolith/files'
import { afterAll, describe, expect, it } from 'vitest'
import { hashEvent as hashInService } from '../../service/src/store/chain.js'
import { tally } from '../../service/src/store/operations/draws.js'
import type { HistoryEvent } from '../src/app/service/shapes.ts'
import { auditCsv } from '../src/app/verdicts/audit-file.ts'
import { chainChecker, hashEvent } from '../src/app/verdicts/chain.ts'
import { openJournal } from '../src/app/verdicts/journal.ts'
import { giveVerdict, makeDraw, readReview, rowsNamed } from '../src/app/verdicts/local-review.ts'
import { memoryStorage } from '../src/app/verdicts/storage.ts'
import { reviewLocally } from '../src/app/verdicts/tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'xenolith-studio-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function journalOf(verdicts: readonly (Verdict | null)[]) {
  const storage = memoryStorage()
  let time = 0
  const journal = openJournal(storage, 'you', () => ++time)
  for (const [row, verdict] of verdicts.entries()) {
    await giveVerdict(journal, 'file', {
      before: null,
      row,
      verdict,
      reason: null,
      basis: 'queue',
      draw: null,
      score: 0.5,
    })
  }
  return { journal, storage }
}

async function check(events: readonly HistoryEvent[]) {
  const checker = chainChecker()
  // In pages, as a long history is read.
  for (let at = 0; at < events.length; at += 2) await checker.add(events.slice(at, at + 2))
  return checker.result()
}

describe('the chain', () => {
  it('hashes events as the service does', async () => {
    const event = {
      seq: 3,
      at: 1_700_000_000_000,
      actor: 'Änn "A"',
      kind: 'verdict.given',
      subject: 'row\n7',
      body: { score: 0.1, at: -0.5e-7, list: [null, true, 'ü\u2028'], 7: 1 },
      prev: '0'.repeat(64),
    }
    expect(await hashEvent(event)).toBe(hashInService({ ...event, body: JSON.stringify(event.body) }))
  })
  it('is whole as it was written', async () => {
    const { journal } = await journalOf(['alien', 'nominal', null, 'unsure', 'alien'])
    expect(await check(await journal.events())).toMatchObject({ whole: true, events: 5, broken: null })
  })
  it('two tabs that write at once make one chain', async () => {
    const storage = memoryStorage()
    const tabs = [openJournal(storage, 'one'), openJournal(storage, 'two')]
    const event = { kind: 'verdict.given', subject: 'row 1', body: {} }
    await Promise.all(Array.from({ length: 20 }, (_, i) => tabs[i % 2].append(event)))
    expect(await check(await tabs[0].events())).toMatchObject({ whole: true, events: 20 })
  })
  it.each([
    ['a changed body', (events: HistoryEvent[]) => events.with(2, { ...events[2], body: { verdict: 'nominal' } }), 3],
    ['a changed name', (events: HistoryEvent[]) => events.with(1, { ...events[1], actor: 'Eve' }), 2],
    ['a removed event', (events: HistoryEvent[]) => events.toSpliced(1, 1), 3],
    ['exchanged events', (events: HistoryEvent[]) => [events[0], events[2], events[1], events[3]], 3],
    ['a forged link', (events: HistoryEvent[]) => events.with(3, { ...events[3], prev: 'f'.repeat(64) }), 4],
  ])('names the first bad event: %s', async (_, spoil, seq) => {
    const { journal } = await journalOf(['alien', 'nominal', 'unsure', 'alien'])
    const result = await check(spoil([...(await journal.events())]))
    expect(result.whole).toBe(false)
    expect(result.broken?.seq).toBe(seq)
  })
})

describe('verdicts in the browser', () => {
  it('the last one of a row stands, and other files are not mixed in', async () => {
    const { journal } = await journalOf(['alien'])
    await giveVerdict(journal, 'other', {
      before: null,
      row: 0,
      verdict: 'nominal',
      reason: null,
      basis: 'queue',
      draw: null,
      score: 0,
    })
    await giveVerdict(journal, 'file', {
      before: null,
      row: 0,
      verdict: 'unsure',
      reason: 'odd',
      basis: 'queue',
      draw: null,
      score: 0,
    })
    const { verdicts } = readReview(await journal.events(), 'file')
    expect(verdicts.get(0)).toMatchObject({ verdict: 'unsure', reason: 'odd', seq: 3 })
  })

  it('a draw repeats no row of an earlier one, and is the same for the same seed', async () => {
    const { journal } = await journalOf([])
    const wish = { file: 'file', total: 100, size: 60, seed: 5, without: new Set<number>() }
    const first = await makeDraw(journal, wish)
    const second = await makeDraw(journal, { ...wish, size: 40, without: new Set(first.rows) })
    expect(new Set([...first.rows, ...second.rows]).size).toBe(100)
    expect((await makeDraw(journal, wish)).rows).toEqual(first.rows)
    expect(first.rows).not.toEqual([...first.rows].sort((a, b) => a - b))
    await expect(makeDraw(journal, { ...wish, size: 101 })).rejects.toThrow('from 1 to 100')
  })

  it('counts what the service counts: drawn verdicts alone, up to the last that was judged', async () => {
    const { journal } = await journalOf(['alien', 'alien', 'alien'])
    const alarmed = (row: number): boolean => row % 3 === 0
    const { id, rows } = await makeDraw(journal, { file: 'file', total: 60, size: 20, seed: 2, without: new Set() })
    for (const [i, row] of rows.slice(0, 12).entries()) {
      // Some are passed over.
      if (i % 4 === 1) continue
      const verdict = alarmed(row) ? 'alien' : 'nominal'
      await giveVerdict(journal, 'file', {
        before: null,
        row,
        verdict,
        reason: null,
        basis: 'draw',
        draw: id,
        score: 0,
      })
    }
    const local = readReview(await journal.events(), 'file')
    const answer = reviewLocally(local, { rows: 60, alarms: 20, alarmed, confidence: 0.95 })
    const drawn = rows.map((row) => ({
      row_id: String(row),
      alarm: alarmed(row) ? 1 : 0,
      verdict: local.verdicts.get(row)?.verdict ?? null,
      judged: local.draws[0].judged.has(row) ? 1 : 0,
    }))
    const service = tally(drawn)
    expect(answer.ofAlarms).toEqual(service.ofAlarms)
    expect(answer.ofOthers).toEqual(service.ofOthers)
    expect([answer.drawn, answer.judged]).toEqual([service.drawn, service.judged])
    expect(answer.notCounted).toBe([0, 1, 2].filter((row) => !rows.includes(row)).length)
    expect(answer.precision.lower).toBeLessThanOrEqual(answer.precision.upper)
  })
})

it('the audit file is one that the command reads, whatever cells hold', async () => {
  const cells = [
    ['plain', 'a,b'],
    ['say "no"', 'two\nlines'],
    [' spaces ', null],
  ]
  const verdicts = new Map<number, Verdict>([
    [0, 'alien'],
    [2, 'nominal'],
  ])
  const text = auditCsv({
    rows: [2, 0, 1],
    names: ['name', 'note'],
    cell: (row, column) => cells[row][column],
    verdict: (row) => verdicts.get(row) ?? null,
  })
  const path = join(folder, 'audit.csv')
  writeFileSync(path, text)
  const notes: string[] = []
  const audit = await readAudit(path, (note) => notes.push(note))
  expect(audit.rows).toEqual([0, 1, 2])
  expect(audit.verdicts).toEqual(['alien', 'unsure', 'nominal'])
  expect(notes).toHaveLength(1)
  expect(text).toContain('"say ""no"""')
})

it('rows that the journal speaks of are known by their numbers, unless two files have such a row', async () => {
  const { journal } = await journalOf(['alien', 'nominal'])
  const decision = { before: null, reason: null, basis: 'queue', draw: null, score: 0.5, verdict: 'alien' } as const
  await giveVerdict(journal, 'other', { ...decision, row: 1 })
  expect([...rowsNamed(await journal.events(), 'file')]).toEqual([['row 1', 0]])
})
