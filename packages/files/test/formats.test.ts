import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readTable } from '../src/reading/read.js'
import { expectRefusal, testFolder, withSource } from './folder.js'

const folder = testFolder()
const csv = 'x,color\n1.5,red\n,blue\n-2e3,red\n'
const sql = `SELECT * FROM (VALUES (1.5::DOUBLE, 'red'), (NULL, 'blue'), (-2000, 'red')) t(x, color)`
const ndjson = '{"x":1.5,"color":"red"}\n{"x":null,"color":"blue"}\n{"x":-2e3,"color":"red"}\n'
const array = `[${ndjson.trim().split('\n').join(',')}]`

const expected = {
  rows: 3,
  columns: [
    { name: 'x', kind: 'numeric', values: Float64Array.of(1.5, Number.NaN, -2000) },
    { name: 'color', kind: 'categorical', codes: Int32Array.of(1, 0, 1), categories: ['blue', 'red'] },
  ],
}
const read = (path: string) => withSource(path, (source) => readTable(source))

describe('every format gives the same table', () => {
  const files: Record<string, string | Uint8Array> = {
    'a.csv': csv,
    'b.tsv': csv.replaceAll(',', '\t'),
    'semicolon.csv': csv.replaceAll(',', ';'),
    'bar.csv': csv.replaceAll(',', '|'),
    'bom.csv': `\ufeff${csv}`,
    'crlf.csv': csv.replaceAll('\n', '\r\n'),
    'no-last-newline.csv': csv.trimEnd(),
    'blank-lines.csv': `\n\n${csv}\n`,
    'c.csv.gz': gzipSync(csv),
    'misnamed.csv': gzipSync(csv),
    'd.json': array,
    'lines.json': ndjson,
    'e.ndjson': ndjson,
    'f.jsonl.gz': gzipSync(ndjson),
    'no-extension': csv,
    'json.data': array,
    'ndjson.data': ndjson,
    'gzip.data': gzipSync(ndjson),
    'it\'s "q" [1]*? é 名.csv': csv,
  }
  for (const [name, content] of Object.entries(files)) {
    it(name, async () => expect(await read(await folder.put(name, content))).toEqual(expected))
  }
  it('Parquet', async () => expect(await read(await folder.copy('a.parquet', sql))).toEqual(expected))
  it('Parquet by content', async () => expect(await read(await folder.copy('parquet.data', sql))).toEqual(expected))
  it('zstd', async () => {
    const file = await folder.copy('z.csv.zst', sql, 'FORMAT csv, COMPRESSION zstd')
    expect(await read(file)).toEqual(expected)
    const unnamed = await folder.put('zstd.data', await readFile(file))
    expect(await read(unnamed)).toEqual(expected)
  })
})

describe('globs', () => {
  it('read files in sorted order', async () => {
    await folder.put('part-2.csv', 'x\n3\n')
    await folder.put('part-10.csv', 'x\n2\n')
    await folder.put('part-1.csv', 'x\n1\n')
    const table = await read(folder.path('part-*.csv'))
    expect(table.columns[0]).toMatchObject({ values: Float64Array.of(1, 2, 3) })
  })
  it('name the file and its own row', async () => {
    await folder.put('s1.csv', 'x\n1\n2\n')
    await folder.put('s2.csv', 'x\n3\nabc\n')
    await expectRefusal(read(folder.path('s?.csv')), 'bad-row', `${folder.path('s2.csv')}, row 2, column "x": "abc"`)
  })
  it('refuse other columns, other formats and no match', async () => {
    await folder.put('h1.csv', 'x,y\n1,2\n')
    await folder.put('h2.csv', 'y,x\n1,2\n')
    await expectRefusal(read(folder.path('h*.csv')), 'bad-row', 'h2.csv has the columns "y", "x"; expected "x", "y"')
    await folder.put('q1.csv', '"a, b",c\n1,2\n')
    await folder.put('q2.csv', 'a,"b, c"\n1,2\n')
    await expectRefusal(
      read(folder.path('q*.csv')),
      'bad-row',
      'q2.csv has the columns "a", "b, c"; expected "a, b", "c"',
    )
    await folder.put('m1.csv', 'x\n1\n')
    await folder.put('m2.json', '[{"x":1}]')
    await expectRefusal(read(folder.path('m[12].*')), 'file-unreadable', 'm2.json is of another format')
    await expectRefusal(read(folder.path('nothing*.csv')), 'file-missing', 'nothing*.csv')
  })
  it('do not take folder names for columns', async () => {
    const file = await folder.put('k=v.csv', 'x\n1\n')
    expect((await read(file)).columns.map((column) => column.name)).toEqual(['x'])
  })
})

describe('compressed files cut short are refused', () => {
  it('gzip', async () => {
    const packed = gzipSync('x\n1\n'.repeat(10_000))
    await expectRefusal(read(await folder.put('cut.csv.gz', packed.subarray(0, -9))), 'file-unreadable', 'cut short')
  })
  it('zstd', async () => {
    const file = await folder.copy(
      'whole.csv.zst',
      'SELECT hash(range) AS x FROM range(40000)',
      'FORMAT csv, COMPRESSION zstd',
    )
    const packed = await readFile(file)
    expect((await read(file)).rows).toBe(40_000)
    for (const length of [packed.length >> 1, packed.length - 1]) {
      const cut = await folder.put('cut.csv.zst', packed.subarray(0, length))
      await expectRefusal(read(cut), 'file-unreadable', 'cut short')
    }
  })
})

it('zeros after a packed file are no data, but part of its fingerprint', async () => {
  const bytes = Buffer.concat([gzipSync(csv), new Uint8Array(9)])
  const file = await folder.put('padded.csv.gz', bytes)
  for (const chunkBytes of [1, 1 << 16]) {
    const { table, fingerprint } = await withSource(file, (source) => source.read({}), { chunkBytes })
    expect(table).toEqual(expected)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(fingerprint).toEqual({ name: 'padded.csv.gz', bytes: bytes.length, sha256 })
  }
})

it('a packed file that is damaged is called that, whatever its rows are like', async () => {
  const packed = gzipSync('x,y\n1,2,3\n')
  const bad = await folder.put('bad.csv.gz', packed)
  await expectRefusal(read(bad), 'bad-row', 'expected 2 fields, found 3')
  const cut = await folder.put('cut.csv.gz', packed.subarray(0, -1))
  await expectRefusal(read(cut), 'file-unreadable', 'damaged or cut short (gzip)')
})

describe('column names', () => {
  it('may hold SQL, and may differ only in case', async () => {
    const name = 'a"b; DROP TABLE'
    const file = await folder.put('names.csv', `"a""b; DROP TABLE",x,X\n1,2,3\n`)
    const table = await read(file)
    expect(table.columns.map((column) => column.name)).toEqual([name, 'x', 'X'])
    expect(table.columns[2]).toMatchObject({ values: Float64Array.of(3) })
    const parquet = await folder.copy('names.parquet', `SELECT 1 AS "a""b; DROP TABLE", {'x': 2} AS s, 3 AS x`)
    const some = await withSource(parquet, (source) => readTable(source, ['x', name]))
    expect(some.columns).toMatchObject([{ values: Float64Array.of(3) }, { values: Float64Array.of(1) }])
  })
  it('may be missing, the first one in quotes too', async () => {
    const file = await folder.put('unnamed.csv', '""\tb\n1\t2\n')
    expect((await read(file)).columns.map(({ name }) => name)).toEqual(['column0', 'b'])
  })
  it('may not repeat', async () => {
    await expectRefusal(read(await folder.put('twice.csv', 'x,y,x\n1,2,3\n')), 'bad-row', 'two columns are named "x"')
    await expectRefusal(read(await folder.put('twice.json', '[{"a":1,"a":2}]')), 'bad-row', 'the name "a" stands twice')
    const cased = await read(await folder.put('cased.json', '[{"a":1,"A":2}]'))
    expect(cased.columns).toMatchObject([{ name: 'a' }, { name: 'A' }])
  })
  it('are made up where the first row is data', async () => {
    const files = { 'bare.csv': '1,2\n3,4\n', 'iris.data': '5.1,3.5,setosa\n4.9,3,setosa\n' }
    for (const [name, content] of Object.entries(files)) {
      await withSource(await folder.put(name, content), async (source) => {
        const { rows, columns } = await readTable(source)
        expect({ headerless: source.headerless, rows, first: columns[0].name }).toEqual({
          headerless: true,
          rows: 2,
          first: 'column0',
        })
      })
    }
    const years = await folder.put('years.csv', 'country,2019,2020\nchad,1,2\nfiji,3,4\n')
    expect(await withSource(years, async (source) => source.headerless)).toBe(false)
  })
})
