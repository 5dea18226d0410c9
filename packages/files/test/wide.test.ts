import { expect, it } from 'vitest'
import { readTable } from '../src/reading/read.js'
import { testFolder, withSource } from './folder.js'

const folder = testFolder()
const MANY = 20_000

/** A column costs what its cells cost and is found by its name: time or memory per column that grew with their number would not end here. */
it.each([
  [
    'columns of a CSV file',
    'wide.csv',
    (names: string[]) => `${names.join(',')}\n${[1, 2].map((x) => names.map(() => x).join(',')).join('\n')}\n`,
  ],
  [
    'names in JSON',
    'wide.ndjson',
    (names: string[]) =>
      [1, 2].map((x) => `${JSON.stringify(Object.fromEntries(names.map((n) => [n, x])))}\n`).join(''),
  ],
])(`${MANY} %s are read and scanned`, async (_, name, text) => {
  const names = Array.from({ length: MANY }, (_, j) => `k${j}`)
  const file = await folder.put(name, text(names))
  const { columns } = await withSource(file, (source) => readTable(source))
  expect(columns.map((column) => column.name)).toEqual(names)
  expect(columns[MANY - 1]).toMatchObject({ values: Float64Array.of(1, 2) })
  const features = names.map((name) => ({ name, kind: 'numeric' }) as const)
  await withSource(file, async (source) => {
    for await (const { table } of source.scan({ features, batchRows: 2 })) {
      expect(table.columns[MANY - 1]).toMatchObject({ values: Float64Array.of(1, 2) })
    }
  })
})
