import { describe, expect, it } from 'vitest'
import { readBytes, readTyped } from '../src/pure/read-bytes.js'
import { readScores, readStrings, readTable } from '../src/reading/read.js'
import { expectRefusal, testFolder, withSource } from './folder.js'

const folder = testFolder()
const read = (path: string, names?: string[]) => withSource(path, (source) => readTable(source, names))
/** Of each column, or the code of its refusal. */
const kinds = (path: string) =>
  withSource(path, async (source) => {
    const found: [string, string][] = []
    for (const name of await source.names()) {
      const kind = await readTable(source, [name]).then(
        ({ columns }) => columns[0].kind,
        (error) => error.code,
      )
      found.push([name, kind])
    }
    return Object.fromEntries(found)
  })

describe('kinds', () => {
  it('of columns that a file does not have are passed over only where it is shown as it is', () => {
    const bytes = new TextEncoder().encode('x\n1\n2\n')
    const asked = { name: 'a.csv', types: { x: 'categorical', category: 'categorical' } } as const
    const typed = { name: 'x', storage: 'float' as const, number: (row: number) => row, text: () => null }
    expect(readBytes(bytes, { ...asked, everyColumn: true }).table.columns.map(({ kind }) => kind)).toEqual([
      'categorical',
    ])
    expect(() => readBytes(bytes, asked)).toThrow('a.csv has no column "category"')
    const numeric = { name: 'a.parquet', types: { category: 'categorical' } } as const
    expect(readTyped(bytes, 2, [typed], { ...numeric, everyColumn: true }).table.rows).toBe(2)
    expect(() => readTyped(bytes, 2, [typed], numeric)).toThrow('a.parquet has no column "category"')
  })
  it('of CSV columns come from all rows', async () => {
    const late = `x,y\n${'1,2\n'.repeat(30_000)}1,abc\n`
    const file = await folder.put('late.csv', late)
    expect(await kinds(file)).toEqual({ x: 'numeric', y: 'bad-row' })
    await expectRefusal(
      read(file),
      'bad-row',
      `${file}, row 30001, column "y": "abc" is not a number`,
      '--types y=categorical',
    )
    expect((await read(file, ['x'])).rows).toBe(30_001)
  })
  it('may be given', async () => {
    const file = await folder.put('given.csv', 'x,zip\n1,01\nabc,02\n2,01\n')
    const types = { x: 'categorical', zip: 'categorical' } as const
    const table = await withSource(file, (source) => readTable(source), { types })
    expect(table.columns).toMatchObject([{ categories: ['1', '2', 'abc'] }, { categories: ['01', '02'] }])
    const numeric = withSource(file, (source) => readTable(source), { types: { x: 'numeric' } })
    await expectRefusal(numeric, 'bad-row', 'row 2, column "x": "abc" is not a number')
    await expectRefusal(
      withSource(file, (s) => readTable(s), { types: { z: 'numeric' } }),
      'missing-column',
      'no column "z"; it has x, zip',
    )
  })
  it.each([
    ['semicolons.csv', 'x;y;k\n1,5;2,25;u\n3,5;4;v\n1,25;2,5;u\n'],
    ['tabs.tsv', 'x\ty\tk\n1,5\t2,25\tu\n3,5\t4\tv\n1,25\t2,5\tu\n'],
  ])('numbers with a decimal comma are numbers: %s', async (name, content) => {
    const file = await folder.put(name, content)
    expect(await kinds(file)).toEqual({ x: 'numeric', y: 'numeric', k: 'categorical' })
    expect((await read(file)).columns[0]).toMatchObject({ values: Float64Array.of(1.5, 3.5, 1.25) })
  })
  it('text with few numbers, underscores and booleans are categories', async () => {
    const file = await folder.put('words.csv', 'a,b,c\n1,1_000,true\nx,2_000,false\ny,3_000,true\n')
    expect(await kinds(file)).toEqual({ a: 'categorical', b: 'categorical', c: 'categorical' })
  })
  it('dates are seconds since 1970', async () => {
    const days = Float64Array.of(86_400, 0.5, Number.NaN)
    const csv = await folder.put('dates.csv', 'd,x\n1970-01-02,1\n1970-01-01T01:00:00.5+01:00,2\n,3\n')
    expect((await read(csv)).columns[0]).toEqual({ name: 'd', kind: 'numeric', values: days, temporal: true })
    const sql = `SELECT * FROM (VALUES (TIMESTAMP '1970-01-02', DATE '1970-01-02'), (TIMESTAMP '1970-01-01 00:00:00.5', NULL), (NULL, NULL)) t(a, b)`
    const [a, b] = (await read(await folder.copy('dates.parquet', sql))).columns
    expect(a).toMatchObject({ values: days, temporal: true })
    expect(b).toMatchObject({ values: Float64Array.of(86_400, Number.NaN, Number.NaN) })
  })
  it('of Parquet columns are declared', async () => {
    const sql = `SELECT 1::TINYINT a, 9007199254740993::BIGINT b, 0.1::DECIMAL(38, 20) c, true d, '7' e, 2.5::FLOAT f, [1] g, 'x'::ENUM('x') h`
    const file = await folder.copy('types.parquet', sql)
    const { columns } = await read(file, ['a', 'b', 'c', 'd', 'e', 'f', 'h'])
    const numbers = [1, 2 ** 53, 0.1, 2.5].map((value) => ({ kind: 'numeric', values: Float64Array.of(value) }))
    const words = ['true', '7', 'x'].map((word) => ({ kind: 'categorical', categories: [word] }))
    expect(columns).toMatchObject([...numbers.slice(0, 3), ...words.slice(0, 2), numbers[3], words[2]])
    await expectRefusal(read(file), 'bad-type', `${file}: column "g" holds lists`)
  })
  it('of JSON strings stay categories, mixtures are refused', async () => {
    const file = await folder.put('strings.json', '[{"a":"1","b":true,"c":1},{"a":"2","b":false,"c":"x"},{"c":2}]')
    expect(await kinds(file)).toEqual({ a: 'categorical', b: 'categorical', c: 'bad-row' })
    expect((await read(file, ['b'])).columns[0]).toMatchObject({
      categories: ['false', 'true'],
      codes: Int32Array.of(1, 0, -1),
    })
    await expectRefusal(read(file), 'bad-row', 'row 2, column "c": "x" is not a number')
  })
})

describe('values', () => {
  it('missing ones have many spellings', async () => {
    const spellings = ['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', 'None', '?', ' NA ']
    const file = await folder.put(
      'missing.csv',
      `x,word\n1,a\n${spellings.map((s) => `${s},${s === 'None' ? 'NA' : s}\n`).join('')}`,
    )
    const [x, word] = (await read(file)).columns
    expect(x).toMatchObject({ values: Float64Array.of(1, ...spellings.map(() => Number.NaN)) })
    expect(word).toMatchObject({ codes: Int32Array.of(0, ...spellings.map(() => -1)), categories: ['a'] })
  })
  it('infinite ones are refused', async () => {
    const infinite = 'is not a finite number'
    const large = 'is too large (numbers go up to 8.99e+307)'
    for (const [text, why] of [
      ['inf', infinite],
      ['-Infinity', infinite],
      ['1e400', large],
      ['1.7e308', large],
    ]) {
      const file = await folder.put('infinite.csv', `x,y\n1,2\n3,${text}\n`)
      await expectRefusal(read(file), 'infinite-value', `${file}, row 2, column "y": ${text} ${why}`)
    }
  })
  it('are correctly rounded doubles', async () => {
    const numbers = Float64Array.from({ length: 20_000 }, (_, i) => Math.sin(i + 1) * 10 ** (((i * 37) % 600) - 300))
    numbers.set([5e-324, 2.225073858507201e-308, 0.1 + 0.2, 2 ** 53 + 2, 1e22, 8e307])
    const lines = Array.from(numbers, String)
    expect(
      await withSource(await folder.put('exact.csv', `x\n${lines.join('\n')}\n`), (s) => readScores(s, 'x')),
    ).toEqual(numbers)
    const json = `[${lines.map((line) => `{"x":${line}}`).join(',')}]`
    expect(await withSource(await folder.put('exact.json', json), (s) => readScores(s, 'x'))).toEqual(numbers)
    const long = await folder.put('long.csv', 'x\n9007199254740993\n9007199254740993.00000000000000000000000000001\n')
    expect(await withSource(long, (s) => readScores(s, 'x'))).toEqual(Float64Array.of(2 ** 53, 2 ** 53 + 2))
  })
  it('a column without any is numeric and missing', async () => {
    const file = await folder.put('hollow.csv', 'x,y\n1,\n2,\n')
    expect((await read(file)).columns[1]).toMatchObject({ values: Float64Array.of(Number.NaN, Number.NaN) })
  })
})

describe('readStrings', () => {
  it('keeps the text of labels and ids', async () => {
    const file = await folder.put('labels.csv', 'id,label\n001,a\n002,\n003,"b, c"\n')
    expect(await withSource(file, (s) => readStrings(s, 'id'))).toEqual(['001', '002', '003'])
    expect(await withSource(file, (s) => readStrings(s, 'label'))).toEqual(['a', null, 'b, c'])
    const parquet = await folder.copy('labels.parquet', 'SELECT 9007199254740993 AS id')
    expect(await withSource(parquet, (s) => readStrings(s, 'id'))).toEqual(['9007199254740993'])
  })
})

describe('readScores', () => {
  it('refuses missing, infinite and other values, and names the row', async () => {
    const cases = [
      ['', 'bad-scores', 'the score is missing'],
      ['NaN', 'bad-scores', 'the score is missing'],
      ['inf', 'infinite-value', 'inf is not a finite number'],
      ['high', 'bad-row', '"high" is not a number'],
    ]
    for (const [text, code, what] of cases) {
      const file = await folder.put('scores.csv', `id,score\na,1\nb,${text}\n`)
      await expectRefusal(
        withSource(file, (s) => readScores(s, 'score')),
        code,
        `${file}, row 2, column "score": ${what}`,
      )
    }
    const text = await folder.copy('scores.parquet', `SELECT 'x' AS score`)
    await expectRefusal(
      withSource(text, (s) => readScores(s, 'score')),
      'bad-row',
      'column "score": "x" is not a number',
    )
    await expectRefusal(
      withSource(text, (s) => readScores(s, 's')),
      'missing-column',
      'no column "s"; it has score',
    )
  })
  it('takes a bare list of numbers', async () => {
    const file = await folder.put('list.csv', '0.25\n0.5\n')
    expect(await withSource(file, (s) => readScores(s, 'score'))).toEqual(Float64Array.of(0.25, 0.5))
  })
})
