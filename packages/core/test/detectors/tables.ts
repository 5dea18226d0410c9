import { type Column, categoricalColumn, type Table } from '../../src/data/table.js'
import { Random } from '../../src/numeric/random.js'

/** Three numeric features and a categorical one; about one value in twelve is missing if `missing` is asked for. */
export function mixedTable(rows: number, seed: number, missing = false): Table {
  const random = new Random(seed, 1, 2)
  const gone = (): boolean => missing && random.below(12) === 0
  const numeric = (name: string, draw: () => number): Column => ({
    name,
    kind: 'numeric',
    values: Float64Array.from({ length: rows }, () => (gone() ? Number.NaN : draw())),
  })
  const colours = ['red', 'green', 'blue', 'grey']
  const draw = () => colours[Math.min(3, Math.floor(-2 * Math.log2(1 - random.float())))]
  return {
    rows,
    columns: [
      numeric('height', () => random.normal()),
      numeric('width', () => 10 + 3 * random.normal()),
      numeric('age', () => random.below(40)),
      categoricalColumn(
        'colour',
        Array.from({ length: rows }, () => (gone() ? null : draw())),
      ),
    ],
  }
}

/** Numeric columns of standard normal numbers. */
export function normalTable(rows: number, names: readonly string[], seed: number): Table {
  const random = new Random(seed, 3, 4)
  const columns = names.map(
    (name): Column => ({ name, kind: 'numeric', values: Float64Array.from({ length: rows }, () => random.normal()) }),
  )
  return { rows, columns }
}

export function withColumn(table: Table, column: Column): Table {
  return { ...table, columns: table.columns.map((old) => (old.name === column.name ? column : old)) }
}

export function withoutColumn(table: Table, name: string): Table {
  return { ...table, columns: table.columns.filter((column) => column.name !== name) }
}

/** Same numbers to the last bit; -0 and 0, and any two NaN, differ. */
export function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

/** The code of the error that `work` throws. */
export function errorOf(work: () => unknown): { code: string; message: string } {
  try {
    work()
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
  return { code: 'none', message: 'nothing was thrown' }
}
