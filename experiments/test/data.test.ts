import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { takeByteRows } from '../src/data/byte-rows.js'
import { readDataFile, sha256 } from '../src/data/files.js'
import { loadDataset, tableName } from '../src/data/load.js'
import { manifest } from '../src/data/manifest.js'
import { parseCsv, splitLabel } from '../src/data/parse-csv.js'
import { parseIdx } from '../src/data/parse-idx.js'
import { datasetStates } from '../src/data/states.js'
import { folder } from './folder.js'

const directory = folder()

test('CSV: plain, quoted, and with Windows line ends', () => {
  expect(parseCsv('a,b\n1,x\n2,y\n', 'it')).toEqual({
    names: ['a', 'b'],
    columns: [
      ['1', '2'],
      ['x', 'y'],
    ],
  })
  expect(parseCsv('\ufeffa,"b, c"\r\n1,"x ""y"""\r\n2,\r\n', 'it')).toEqual({
    names: ['a', 'b, c'],
    columns: [
      ['1', '2'],
      ['x "y"', ''],
    ],
  })
  expect(() => parseCsv('a,b\n1\n', 'it')).toThrow(/row 1 of it has 1 fields, expected 2/)
  expect(() => parseCsv('a,b\n', 'it')).toThrow(/it has no rows/)
  expect(() => parseCsv('a,a\n1,2\n', 'it')).toThrow(/two columns named "a"/)
})

test('columns are numbers where they can be, and the label is none of them', () => {
  const text = parseCsv('x,kind,colour,y\n1,a,red,\n-2e3,b,blue,4\n', 'it')
  const { table, labels } = splitLabel(text, 'kind', undefined, 'it')
  expect(labels).toEqual(['a', 'b'])
  expect(table.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ['x', 'numeric'],
    ['colour', 'categorical'],
    ['y', 'numeric'],
  ])
  expect(table.columns[0]).toMatchObject({ values: Float64Array.of(1, -2000) })
  expect(table.columns[2]).toMatchObject({ values: Float64Array.of(Number.NaN, 4) })
  expect(() => splitLabel(text, 'nothing', undefined, 'it')).toThrow(/no column "nothing"/)
  expect(() => splitLabel(text, 'kind', ['x', 'kind'], 'it')).toThrow(/label "kind" is listed/)
})

test('idx files and rows of bytes', () => {
  const bytes = Buffer.from([0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 1, 2, 3, 4, 5, 255])
  const { shape, data } = parseIdx(bytes, 'it')
  expect(shape).toEqual([2, 1, 3])
  const table = takeByteRows(data, 3, [1, 0], [2, 0])
  expect(table.columns.map((column) => 'values' in column && Array.from(column.values))).toEqual([
    [255, 3],
    [4, 1],
  ])
  expect(() => parseIdx(bytes.subarray(0, 20), 'it')).toThrow(/it holds 4 bytes, expected 6/)
  expect(() => parseIdx(Buffer.from('f0,f1,label'), 'it')).toThrow(/not an idx file/)
})

test("a table of the user's, gzip or not", async () => {
  const path = join(directory, 'my cells.v2.csv.gz')
  writeFileSync(path, gzipSync('f,kind\n1,a\n2,b\n3,a\n'))
  const table = { path, label: 'kind', nominal: ['a'] }
  expect(tableName(table)).toBe('my-cells')
  const dataset = await loadDataset('my-cells', { table })
  expect(dataset.labels).toEqual(['a', 'b', 'a'])
  expect(dataset.take([2, 1]).columns[0]).toMatchObject({ values: Float64Array.of(3, 2) })
  await expect(loadDataset('my-cells', { table: { ...table, nominal: ['c'] } })).rejects.toThrow(
    /has the label "c"; labels are a, b/,
  )
  await expect(loadDataset('nope', { table: { ...table, path: 'nope.csv' } })).rejects.toMatchObject({
    code: 'file-missing',
  })
})

test('a file with other bytes than the manifest knows is refused, and shown as damaged', async () => {
  const entry = manifest.find(({ name }) => name === 'landsat')!
  const file = entry.files[0]
  await expect(readDataFile(entry, file, undefined)).rejects.toMatchObject({ code: 'bad-option' })
  await expect(readDataFile(entry, file, directory)).rejects.toMatchObject({ code: 'file-missing' })
  writeFileSync(join(directory, file.path), gzipSync('f0,label\n1,1\n'))
  await expect(readDataFile(entry, file, directory)).rejects.toMatchObject({ code: 'dataset-damaged' })
  await expect(loadDataset('landsat', { directory })).rejects.toMatchObject({ code: 'dataset-damaged' })
  const states = await datasetStates(directory)
  expect(states.map(({ entry: { name }, state }) => [name, state])).toEqual(
    manifest.map(({ name }) => [name, name === 'landsat' ? 'damaged' : 'missing']),
  )
  expect((await datasetStates(undefined)).every(({ state }) => state === 'unknown')).toBe(true)
  const right = { ...file, path: 'right/table', sha256: sha256(Buffer.from('f0,label\n1,1\n')) }
  mkdirSync(join(directory, 'right'))
  writeFileSync(join(directory, 'right/table'), 'f0,label\n1,1\n')
  expect((await readDataFile(entry, right, directory)).toString()).toBe('f0,label\n1,1\n')
})

test('the manifest says of every dataset what it takes to get and read it', () => {
  const names = manifest.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const entry of manifest) {
    expect(entry.source, entry.name).toMatch(/^https?:\/\//)
    expect(entry.licence, entry.name).not.toBe('')
    expect(entry.files.length, entry.name).toBeGreaterThan(0)
    for (const file of entry.files) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
    if (entry.parser === 'csv') expect(entry.label, entry.name).toBeDefined()
  }
})
