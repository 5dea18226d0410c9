import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Column, type Table, XenolithError } from '@xenolith/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArrowOutput, arrowEncoder } from '../src/arrow/encode.js'
import { arrowTables } from '../src/arrow/tables.js'
import { readBytes } from '../src/pure/read-bytes.js'
import { readFeatures, readStrings, readTable } from '../src/reading/read.js'
import { createWriter } from '../src/writing/write.js'
import { expectRefusal, testFolder, withSource } from './folder.js'

const here = new URL('arrow/', import.meta.url)
const folder = testFolder()
const pathOf = (name: string): string => new URL(name, here).pathname
const cells = (column: Column): (number | string | null)[] =>
  column.kind === 'numeric'
    ? [...column.values].map((value) => (Number.isNaN(value) ? null : value))
    : [...column.codes].map((code) => column.categories[code] ?? null)
const content = ({ columns }: Table): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column.name, cells(column)]))

const expected: Record<string, unknown> = {
  x: [1.5, null, -2000],
  f4: [0.5, null, 2],
  i8: [-1, null, 3],
  u16: [65535, 1, null],
  i64: [2 ** 53 - 1, null, -5],
  u64: [2 ** 63, 1, 2],
  color: ['red', 'blue', null],
  large: ['é', '名前', null],
  view: ['short', null, 'a text of more than twelve bytes'],
  dict: ['a', 'b', 'a'],
  b: ['true', null, 'false'],
  none: [null, null, null],
  d32: [1709164800, null, -86400],
  d64: [1709164800, null, -86400],
  ts: [1709209800.25, null, -1],
  time: ['01:02:03', null, '00:00:00.005'],
  wait: [1.5, null, -0.001],
  money: [1.1, null, -0.05],
  last: [7, 8, 9],
}
const files = readdirSync(here).filter((name) => /\.(arrows?|feather)$/.test(name))

describe('files of other programs', () => {
  for (const name of files.filter((file) => file !== 'delta.arrows')) {
    it(name, async () => {
      await withSource(pathOf(name), async (source) => {
        const features = (await source.names()).filter((column) => column in expected)
        const table = await readTable(source, features)
        expect(content(table)).toEqual(Object.fromEntries(features.map((column) => [column, expected[column]])))
        const known = table.columns.map((column) =>
          column.kind === 'numeric'
            ? { name: column.name, kind: column.kind }
            : { name: column.name, kind: column.kind, categories: column.categories },
        )
        expect(content(await readFeatures(source, known))).toEqual(content(table))
        const bytes = new Uint8Array(readFileSync(pathOf(name)))
        const pure = readBytes(bytes, { name, features })
        expect(pure.table).toEqual(table)
        expect(pure.fingerprint).toEqual((await source.read({ features })).fingerprint)
      })
    })
  }
  it('are more than a few', () => expect(files.length).toBeGreaterThanOrEqual(7))
  it('a dictionary that grows from batch to batch', async () => {
    const table = await withSource(pathOf('delta.arrows'), (source) => readTable(source))
    expect(content(table)).toEqual({ dict: ['a', 'b', 'c', 'a'], x: [1, 2, 1, 2] })
  })
  it('texts as a person would write them', async () => {
    await withSource(pathOf('lz4.feather'), async (source) => {
      expect(await readStrings(source, 'ts')).toEqual(['2024-02-29 12:30:00.25', null, '1969-12-31 23:59:59'])
      expect(await readStrings(source, 'money')).toEqual(['1.10', null, '-0.05'])
      expect(await readStrings(source, 'u64')).toEqual(['9223372036854775808', '1', '2'])
      expect(await readStrings(source, 'd32')).toEqual(['2024-02-29', null, '1969-12-31'])
      expect(await source.idKind('last')).toBe('string')
      expect(await source.idKind('i8')).toBe('string')
      expect(await source.idKind('u64')).toBe('string')
    })
  })
  it('several of the same columns, rows named by their file', async () => {
    const columns = [{ name: 'x', type: 'number' }] as const
    for (const [name, value] of [['p1', 1] as const, ['p2', Number.POSITIVE_INFINITY] as const]) {
      const writer = await createWriter(folder.path(`${name}.arrow`), columns)
      await writer.write([[value]])
      await writer.commit()
    }
    const read = withSource(folder.path('p?.arrow'), (source) => readTable(source))
    await expectRefusal(read, 'infinite-value', 'p2.arrow, row 1, column "x": Infinity is not a finite number')
  })
})

describe('refusals', () => {
  it('lists and structures, by name', async () => {
    const read = withSource(pathOf('file.arrow'), (source) => readTable(source, ['list']))
    await expectRefusal(read, 'bad-type', 'column "list" holds lists or structures')
  })
  it('what is no Arrow, and Feather of version 1', async () => {
    const open = (path: string) => withSource(path, (source) => readTable(source))
    await expectRefusal(open(await folder.put('no.arrow', 'x\n1\n')), 'file-unreadable', 'is not an Arrow file')
    await expectRefusal(
      open(await folder.put('old.feather', 'FEA1....')),
      'file-unreadable',
      'Feather file of version 1',
    )
  })
  it('no rows', async () => {
    const encoder = arrowEncoder([{ name: 'x', type: 'float64' }], { file: true })
    const file = await folder.put('none.arrow', Buffer.concat([encoder.start(), encoder.end()]))
    await expectRefusal(
      withSource(file, (source) => readTable(source)),
      'empty-data',
      'has no rows',
    )
  })
  it('bytes that were changed or cut: a table or one line, nothing else', () => {
    for (const name of files) {
      const whole = new Uint8Array(readFileSync(pathOf(name)))
      fc.assert(
        fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
          const bytes = cut ? whole.slice(0, at) : whole.slice()
          if (!cut) bytes[at] = byte
          try {
            readBytes(bytes, { name: 'x.data', features: ['x'] })
          } catch (error) {
            if (!(error instanceof XenolithError)) throw error
          }
        }),
        { numRuns: 150, seed: 7 },
      )
    }
  })
})

const columns: ArrowOutput[] = [
  { name: 'x', type: 'float64' },
  { name: 'n', type: 'int64' },
  { name: 'i', type: 'int32' },
  { name: 'flag', type: 'bool' },
  { name: 'text', type: 'utf8' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'timestamp' },
  { name: 'nothing', type: 'null' },
  { name: 'color', type: { dictionary: ['blue', 'red'] } },
]
const finite = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e300, min: -1e300 }))
const row = fc.tuple(
  finite,
  fc.option(fc.maxSafeInteger()),
  fc.option(fc.integer()),
  fc.option(fc.boolean()),
  fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
  fc.option(fc.integer({ min: -30000, max: 30000 }).map((day) => 86400 * day)),
  fc.option(fc.integer()),
  fc.constant(null),
  fc.option(fc.nat(1)),
)
const rows = fc.array(fc.array(row, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 })

describe('what is written is read again', () => {
  it('every type, missing values, any batches, file and stream', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (batches, file) => {
        const encoder = arrowEncoder(columns, { file })
        const parts = [encoder.start(), ...batches.map((batch) => encoder.batch(transposed(batch))), encoder.end()]
        const found = content(readBytes(new Uint8Array(Buffer.concat(parts)), { name: 'a.arrow' }).table)
        const all = transposed(batches.flat())
        const written = Object.fromEntries(
          columns.map(({ name }, j) => [name, all[j].map((cell) => shown(name, cell))]),
        )
        expect(found).toEqual(written)
      }),
      { numRuns: 100 },
    )
  })
  it('batches of a pipe as soon as they are there, in any pieces', async () => {
    const encoder = arrowEncoder(columns.slice(0, 1))
    const parts = [encoder.start(), encoder.batch([[1, null]]), encoder.batch([[3]]), encoder.end()]
    for (const size of [1, 7, 1000]) {
      const read: unknown[] = []
      for await (const table of arrowTables(inPieces(parts, size))) read.push(content(table))
      expect(read).toEqual([{ x: [1, null] }, { x: [3] }])
    }
    const features = [{ name: 'x', kind: 'numeric' }] as const
    for await (const table of arrowTables(inPieces(parts, 9), { features })) expect(table.columns).toHaveLength(1)
    const wrong = arrowTables(inPieces(parts, 9), { features: [{ name: 'y', kind: 'numeric' }] })
    await expectRefusal(wrong.next(), 'missing-column', 'has no column "y"')
  })
  it('by the writer of outputs', async () => {
    const outputs = [
      { name: 'id', type: 'id-number' },
      { name: 'score', type: 'number' },
      { name: 'alarm', type: 'boolean' },
      { name: 'why', type: 'string' },
    ] as const
    for (const name of ['o.arrow', 'o.feather', 'o.arrows']) {
      const writer = await createWriter(folder.path(name), outputs)
      await writer.write([Float64Array.of(1, 2), Float64Array.of(0.1, Number.NaN), Uint8Array.of(1, 0), ['=1', null]])
      await writer.write([Float64Array.of(3), Float64Array.of(5), Uint8Array.of(1), ['z']])
      await writer.commit()
      const table = await withSource(folder.path(name), (source) => readTable(source))
      const alarm = ['true', 'false', 'true']
      expect(content(table)).toEqual({ id: [1, 2, 3], score: [0.1, null, 5], alarm, why: ['=1', null, 'z'] })
    }
    expect((await readFile(folder.path('o.arrow'))).subarray(0, 6).toString()).toBe('ARROW1')
  })
})

const shown = (name: string, cell: unknown): unknown => {
  if (cell === null) return null
  if (name === 'flag') return String(cell)
  if (name === 'color') return ['blue', 'red'][cell as number]
  return Object.is(cell, -0) ? -0 : cell
}

function transposed<T extends readonly unknown[]>(batch: readonly T[]): T[number][][] {
  return batch[0].map((_, j) => batch.map((cellsOfRow) => cellsOfRow[j]))
}

async function* inPieces(parts: readonly Uint8Array[], size: number): AsyncGenerator<Uint8Array> {
  const whole = Buffer.concat(parts)
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}
