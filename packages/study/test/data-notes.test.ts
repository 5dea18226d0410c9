import { categoricalColumn, numericTable, paperTable, substream, type Table } from '@xenolith/core'
import { profileTable } from '@xenolith/core/internals'
import { describe, expect, it } from 'vitest'
import { dataNotes } from '../src/data-notes.js'
import { percentage } from '../src/percentage.js'

const random = substream(5, 'notes')
const numbers = (rows: number, make: (i: number) => number): Table =>
  numericTable(
    Array.from({ length: rows }, (_, i) => [make(i)]),
    ['x'],
  )
const words = (name: string, values: (string | null)[]): Table => ({
  rows: values.length,
  columns: [categoricalColumn(name, values)],
})
const renamed = (table: Table, name: string): Table => ({
  ...table,
  columns: table.columns.map((column) => ({ ...column, name })),
})

function notesOn(nominal: Table, mixture: Table, data: { role: string; sha256: string }[] = []) {
  const profiles = { nominal: profileTable(nominal), mixture: profileTable(mixture) }
  return dataNotes({ nominal, mixture, profiles, data })
}
const kinds = (nominal: Table, mixture: Table): string[] => notesOn(nominal, mixture).map(({ kind }) => kind)
const uniform = (rows: number): Table => numbers(rows, () => random.float())

describe('notes on the data', () => {
  it('are none for two samples of one law', () => {
    const sample = (seed: number) => paperTable(2000, () => false, substream(seed, 'rows'))
    expect(notesOn(sample(1), sample(2))).toEqual([])
  })

  it('count copies within and across files, with their share', () => {
    const nominal = uniform(400)
    const [x] = nominal.columns
    const values = x.kind === 'numeric' ? x.values : new Float64Array()
    const mixture = numbers(400, (i) => (i < 100 ? values[i] : i < 300 ? 0.5 : random.float()))
    const notes = notesOn(nominal, mixture)
    expect(notes.map(({ kind, share }) => [kind, share])).toEqual([
      ['copies', 199 / 400],
      ['copies-across', 100 / 400],
    ])
    expect(notes[0].text).toContain('49.8 % of the mixture rows are copies')
  })

  it('say that one file was given twice, and then nothing of copies', () => {
    const table = uniform(100)
    const twice = [
      { role: 'nominal', sha256: 'a' },
      { role: 'mixture', sha256: 'a' },
    ]
    expect(notesOn(table, table, twice).map(({ kind }) => kind)).toEqual(['identical-files'])
  })

  it('name columns that name rows, in text and in whole numbers, but no measurements', () => {
    const ids = Array.from({ length: 200 }, (_, i) => `row-${i}`)
    expect(kinds(words('name', ids), words('name', ids))).toContain('identifies-rows')
    expect(
      kinds(
        numbers(200, (i) => 1000 - i),
        numbers(200, (i) => 2000 + i),
      ),
    ).toContain('identifies-rows')
    expect(kinds(uniform(200), uniform(200))).not.toContain('identifies-rows')
  })

  it('know dates that were read as such by their columns, whatever the name, and dates in spellings that are not read', () => {
    const read = numbers(100, (i) => i)
    const dated: Table = { ...read, columns: read.columns.map((column) => ({ ...column, temporal: true }) as never) }
    expect(kinds(dated, dated)).toContain('dates')
    expect(kinds(read, read)).not.toContain('dates')
    for (const spell of [
      (i: number) => `${(i % 28) + 1}.1.${1900 + i}`,
      (i: number) => `${(i % 12) + 1}/${(i % 28) + 1}/2024 ${i}:00`,
      (i: number) => `2024/1/${(i % 28) + 1} ${i}:00`,
    ]) {
      const table = words(
        'measured',
        Array.from({ length: 200 }, (_, i) => spell(i)),
      )
      const found = kinds(table, table)
      expect(found).toContain('looks-dated')
      expect(found).not.toContain('identifies-rows')
    }
    const versions = words('version', ['1.2.3.4', '1.2', '10.1.2-rc', 'x'])
    expect(kinds(versions, versions)).not.toContain('looks-dated')
  })

  it('count every row with a category that only the mixture has, however many categories there are', () => {
    const nominal = words(
      'soil',
      Array.from({ length: 400 }, (_, i) => `soil-${i % 10}`),
    )
    const mixture = words(
      'soil',
      Array.from({ length: 1000 }, (_, i) => (i < 600 ? `new-${i >> 1}` : 'soil-1')),
    )
    const [note] = notesOn(nominal, mixture).filter(({ kind }) => kind === 'new-categories')
    expect(note.share).toBe(0.6)
    expect(note.text).toContain('and 297 more: 60 %')
  })

  it('recognise numbers of another country, and dates', () => {
    const prices = Array.from({ length: 200 }, (_, i) => `1.${String(100 + (i % 90))},50`)
    expect(kinds(words('price', prices), words('price', prices))).toContain('looks-numeric')
    expect(kinds(words('code', ['a', 'b']), words('code', ['a', 'b']))).not.toContain('looks-numeric')
    const dates = renamed(
      numbers(100, () => 1.7e9 + Math.floor(1e6 * random.float())),
      'created_at',
    )
    expect(kinds(dates, dates)).toContain('dates')
  })

  it('name nearly constant columns with the share of the one value', () => {
    const [note] = notesOn(
      numbers(2000, (i) => (i === 7 ? 1 : 0)),
      numbers(2000, () => 0),
    ).filter(({ kind }) => kind === 'near-constant')
    expect(note).toMatchObject({ columns: ['x'], share: 1999 / 2000 })
    expect(note.text).toContain('"x" (99.95 %)')
    expect(percentage(0.99996)).toBe('99.996 %')
    expect([percentage(1), percentage(0.9994), percentage(0.5)]).toEqual(['100 %', '99.9 %', '50 %'])
  })

  it('name what only the mixture shows: categories, ranges, missing values', () => {
    const nominal = words(
      'flag',
      Array.from({ length: 100 }, (_, i) => (i % 2 ? 'a' : 'b')),
    )
    const mixture = words(
      'flag',
      Array.from({ length: 100 }, (_, i) => (i % 4 ? 'ab'[(i + 1) % 2] : i % 8 ? 'c' : null)),
    )
    const notes = notesOn(nominal, mixture).filter(({ kind }) => !kind.startsWith('copies'))
    expect(notes.map(({ kind, share }) => [kind, share])).toEqual([
      ['new-categories', 0.12],
      ['missing-differs', 0.13],
    ])
    expect(notes[0].text).toContain('"flag" (c: 12 %)')
    const far = notesOn(
      uniform(500),
      numbers(500, (i) => (i < 20 ? 5 : random.float())),
    )
    expect(far.find(({ kind }) => kind === 'out-of-range')?.share).toBeCloseTo(0.04, 2)
  })

  it('ask whether files are swapped where many nominal rows are as no mixture row is', () => {
    const ordinary = numbers(600, () => random.normal())
    const withAliens = numbers(600, () => random.normal() + (random.float() < 0.3 ? 9 : 0))
    expect(kinds(withAliens, ordinary)).toEqual(['not-in-mixture'])
    expect(notesOn(withAliens, ordinary)[0].text).toContain('are the two files swapped?')
    expect(kinds(ordinary, withAliens)).toEqual(['out-of-range'])
    const [usual, other] = [600, 500].map((rows) =>
      words(
        'kind',
        Array.from({ length: rows }, (_, i) => 'ab'[i % 2]),
      ),
    )
    const more = words(
      'kind',
      Array.from({ length: 600 }, (_, i) => 'abc'[i % 3]),
    )
    expect(kinds(more, usual)).toContain('not-in-mixture')
    expect(kinds(usual, more)).not.toContain('not-in-mixture')
    expect(kinds(usual, other)).not.toContain('not-in-mixture')
  })
})
