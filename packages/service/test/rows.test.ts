import { type ModelFile, substream } from '@xenolith/core'
import { readBytes } from '@xenolith/files/pure'
import { array, assert, constantFrom, double, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRows } from '../src/rows.js'
import { modelFile } from './setup.js'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (
  bytes: Uint8Array,
  type = 'application/json',
  file: ModelFile = modelFile,
  rowKey: string | null = null,
) => readRows(bytes, type, file, { rowKey, limit: 10_000, unknown: 'ignore' })

/** What both make of a text: the table, or the code of the refusal. */
function outcome(make: () => { table: { columns: readonly object[] } }): unknown {
  try {
    return make().table.columns
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('rows in a body', () => {
  it('are read as the command reads a file of them, whatever numbers, gaps, texts and names they hold', () => {
    const number = double({ noNaN: true }).map((x) => JSON.stringify(x))
    const cell = oneof({ weight: 8, arbitrary: number }, constantFrom('null', '"1.5"', '"x"', 'true', '[1]', '1e400'))
    const row = record({
      size: cell,
      speed: cell,
      more: oneof({ weight: 9, arbitrary: constantFrom('') }, constantFrom(',"size":1', ',"note":"a:b"', ',"n":{}')),
    })
    const types = new Map(modelFile.model.features.map(({ name, kind }) => [name, kind]))
    assert(
      property(array(row, { minLength: 1, maxLength: 5 }), constantFrom('', ' ', '\n'), (rows, space) => {
        const text = `[${rows.map(({ size, speed, more }) => `{"size":${size},${space}"speed":${speed}${more}}`)}]`
        const asFile = () => readBytes(bytesOf(text), { name: 'rows.json', features: [...types.keys()], types })
        expect(outcome(() => read(bytesOf(text)))).toEqual(outcome(asFile))
      }),
      { numRuns: 500 },
    )
  })

  it('hold the same numbers to the bit, however long they are written', () => {
    const random = substream(1, 'long numbers')
    const texts = Array.from({ length: 2000 }, () => {
      const digits = Array.from({ length: 1 + random.below(25) }, () => random.below(10)).join('')
      return `${random.below(2) === 0 ? '-' : ''}${random.below(10)}.${digits}e${random.below(600) - 300}`
    })
    const text = `[${texts.map((x) => `{"size":${x},"speed":0}`)}]`
    const [size] = read(bytesOf(text)).table.columns
    const asFile = readBytes(bytesOf(text), { name: 'rows.json', features: ['size'] }).table.columns[0]
    expect(size).toEqual({ ...asFile, name: 'size' })
  })

  it('that are compressed, or no UTF-8, are refused before anything is unpacked', () => {
    const gzip = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)
    const zstd = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x24, 0)
    const latin = Uint8Array.of(...bytesOf('size,speed\n1,2\n'), 0xe9)
    for (const bytes of [gzip, zstd, latin])
      for (const type of ['text/csv', 'application/json', 'application/x-ndjson'])
        expect(() => read(bytes, type)).toThrow(expect.objectContaining({ code: 'unsupported-media' }))
  })

  it('are named by their key, or by their number', () => {
    const text = bytesOf('[{"size":1,"speed":2,"id":"a"},{"size":3,"speed":4,"id":"b"}]')
    expect(read(text, 'application/json', modelFile, 'id').keys).toEqual(['a', 'b'])
    expect(read(text).keys).toEqual(['1', '2'])
  })

  it('may begin with a mark of byte order, as files do', () => {
    const json = '[{"size":1,"speed":2}]'
    for (const [text, type] of [
      [json, 'application/json'],
      ['{"size":1,"speed":2}\n', 'application/x-ndjson'],
      ['size,speed\n1,2\n', 'text/csv'],
    ])
      expect(read(bytesOf(`\ufeff${text}`), type).table).toEqual(read(bytesOf(json)).table)
  })
})
