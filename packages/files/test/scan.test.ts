import type { Feature } from '@xenolith/core'
import { alignTable } from '@xenolith/core/internals'
import { describe, expect, it } from 'vitest'
import * as core from '../../core/src/data/table.js'
import { readFeatures, readTable, scan, scannedIdKind } from '../src/reading/read.js'
import type { ScannedBatch, ScanOptions, Source } from '../src/reading/source.js'
import { expectRefusal, testFolder, withSource } from './folder.js'

const folder = testFolder()
const features: Feature[] = [
  { name: 'color', kind: 'categorical', categories: ['blue', `it's`, 'red'] },
  { name: 'x', kind: 'numeric' },
]

function batches(path: string, options: ScanOptions): Promise<ScannedBatch[]> {
  const collect = async (source: Source) => {
    const all: ScannedBatch[] = []
    for await (const batch of scan(source, options)) all.push(batch)
    return all
  }
  return withSource(path, collect)
}

describe('scan', () => {
  const csv = `id,x,extra,color\na,1,z,red\nb,,z,it's\nc,3,z,green\nd,4,z,\ne,5,z,blue\n`

  it('gives the features in order and coding, batch by batch', async () => {
    const found = await batches(await folder.put('a.csv', csv), { features, id: 'id', batchRows: 2 })
    expect(found.map(({ firstRow, ids }) => [firstRow, ids])).toEqual([
      [0, ['a', 'b']],
      [2, ['c', 'd']],
      [4, ['e']],
    ])
    expect(found.map(({ table }) => table)).toEqual([
      tableOf([2, 1], [1, Number.NaN]),
      tableOf([core.UNSEEN, core.MISSING], [3, 4]),
      tableOf([0], [5]),
    ])
  })

  function tableOf(colors: number[], x: number[]) {
    return {
      rows: x.length,
      columns: [
        { ...features[0], codes: Int32Array.from(colors) },
        { ...features[1], values: Float64Array.from(x) },
      ],
    }
  }

  it('agrees with a table read whole and aligned, for any batch size', async () => {
    const sql = `SELECT range AS id, sin(range) AS x, ['red', 'blue', 'green', NULL][1 + range % 4] AS color FROM range(5000)`
    const file = await folder.copy('b.parquet', sql)
    const whole = alignTable(await withSource(file, (source) => readTable(source)), features)
    expect(await withSource(file, (source) => readFeatures(source, features))).toEqual(whole)
    for (const batchRows of [1000, 2048, 3333, 100_000]) {
      const found = await batches(file, { features, id: 'id', batchRows })
      const x = found.flatMap(({ table }) => [...(table.columns[1] as core.NumericColumn).values])
      expect(x).toEqual([...(whole.columns[1] as core.NumericColumn).values])
      expect(found.flatMap(({ ids }) => [...ids])).toEqual(Array.from(x, (_, i) => i))
    }
  })

  it('numbers the rows where there are no ids, and keeps ids as they are written', async () => {
    const [{ ids }] = await batches(await folder.put('c.csv', csv), { features })
    expect(ids).toEqual(Float64Array.of(1, 2, 3, 4, 5))
    const idsOf = async (name: string, values: string[]) => {
      const file = await folder.put(name, `id,x,color\n${values.map((id) => `${id},1,red\n`).join('')}`)
      const [batch] = await batches(file, { features, id: 'id' })
      const kind = await withSource(file, (source) => scannedIdKind(source, 'id'))
      expect(kind).toBe(typeof batch.ids[0])
      return batch.ids
    }
    expect(await idsOf('plain.csv', ['10', '-7'])).toEqual(Float64Array.of(10, -7))
    expect(await idsOf('zeros.csv', ['007', '8'])).toEqual(['007', '8'])
    expect(await idsOf('large.csv', ['9007199254740993', '8'])).toEqual(['9007199254740993', '8'])
    expect(await idsOf('gaps.csv', ['1', ''])).toEqual(['1', ''])
  })

  it('says what would help where decimal commas come late', async () => {
    const whole = Array.from({ length: 10_001 }, (_, i) => `red;${i}\n`).join('')
    const file = await folder.put('late.csv', `color;x\n${whole}red;3,5\n`)
    await expectRefusal(
      batches(file, { features }),
      'bad-row',
      '"3,5" is not a number (if its comma is a decimal mark, give --decimal ,)',
    )
  })

  it('keeps the order of a file larger than the reader buffer', async () => {
    const ids = Array.from({ length: 500_000 }, (_, i) => `${i},${'x'.repeat(30 + (i % 7))},`)
    const file = await folder.put('long.csv', `id,text,\n${ids.join('\n')}\n`)
    const found = await batches(file, {
      features: [
        { name: 'id', kind: 'numeric' },
        { name: 'text', kind: 'categorical', categories: [] },
      ],
    })
    const misplaced = found.flatMap(({ table, firstRow }) => {
      const { values } = table.columns[0] as core.NumericColumn
      return [...values].filter((id, i) => id !== firstRow + i)
    })
    expect(misplaced).toEqual([])
    expect(found.reduce((rows, { table }) => rows + table.rows, 0)).toBe(500_000)
  })

  it('reads JSON whose later rows alone have a feature', async () => {
    const file = await folder.put('late.ndjson', `${'{"color":"red"}\n'.repeat(21_000)}{"x":1}\n`)
    const found = await batches(file, { features, batchRows: 50_000 })
    expect(found[0].table.rows).toBe(21_001)
    expect((found[0].table.columns[1] as core.NumericColumn).values[21_000]).toBe(1)
  })

  it('refuses what does not fit the model', async () => {
    const missing = await folder.put('missing.csv', 'color\nred\n')
    await expectRefusal(
      batches(missing, { features }),
      'missing-column',
      `${missing} has no column "x", a feature of the model`,
    )
    const text = await folder.put('text.csv', `x,color\n${'1,red\n'.repeat(12_000)}oops,red\n`)
    await expectRefusal(
      batches(text, { features }),
      'bad-row',
      `${text}, row 12001, column "x": "oops" is not a number`,
    )
    const declared = await folder.copy('declared.parquet', `SELECT 'a' AS x, 'red' AS color`)
    await expectRefusal(
      batches(declared, { features }),
      'bad-type',
      'column "x" holds text; the model knows it as numbers',
    )
    const numbers = await folder.put('numbers.csv', 'x,color\n1,2\n')
    await expectRefusal(
      batches(numbers, { features }),
      'bad-type',
      'column "color" holds numbers; the model knows it as categories',
    )
    const commas = await folder.put('commas.csv', 'x;color\n1;2,5\n2;3,5\n')
    const known: Feature[] = [{ name: 'color', kind: 'categorical', categories: ['2,5', '4,5'] }]
    const [{ table }] = await batches(commas, { features: known })
    expect(table.columns[0]).toMatchObject({ codes: Int32Array.of(0, -2) })
    const infinite = await folder.copy(
      'infinite.parquet',
      `SELECT 'red' AS color, CASE WHEN range = 4321 THEN 'inf'::DOUBLE ELSE 1 END AS x FROM range(5000)`,
    )
    await expectRefusal(batches(infinite, { features }), 'infinite-value', 'row 4322, column "x"')
    const ragged = await folder.put('ragged.csv', `x,color\n${'1,red\n'.repeat(40_000)}1\n`)
    await expectRefusal(batches(ragged, { features }), 'bad-row', `${ragged}, line 40002: expected 2 fields, found 1`)
    const plain = await folder.put('d.csv', csv)
    await expectRefusal(batches(plain, { features, id: 'key' }), 'missing-column', 'no column "key"')
  })

  it('may be left early', async () => {
    const file = await folder.put('early.csv', `x,color\n${'1,red\n'.repeat(10_000)}`)
    const rows = await withSource(file, async (source) => {
      for await (const { table } of scan(source, { features, batchRows: 100 })) return table.rows
      return 0
    })
    expect(rows).toBe(100)
  })
})
