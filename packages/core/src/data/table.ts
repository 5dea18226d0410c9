import { expect } from '../errors.js'

/** A numeric feature. NaN is a missing value; infinities are not allowed. */
export interface NumericColumn {
  readonly name: string
  readonly kind: 'numeric'
  readonly values: Float64Array
  /** The values were dates, and are seconds since 1970 (UTC). */
  readonly temporal?: true
}

/** A categorical feature: `codes[row]` indexes `categories`, -1 is a missing value. */
export interface CategoricalColumn {
  readonly name: string
  readonly kind: 'categorical'
  readonly codes: Int32Array
  readonly categories: readonly string[]
}

export type Column = NumericColumn | CategoricalColumn

/** Rows as columns of typed arrays. Column names are unique. */
export interface Table {
  readonly rows: number
  readonly columns: readonly Column[]
}

/** What a model remembers of a column: enough to find it in other tables and to read its values. */
export type Feature =
  | { readonly name: string; readonly kind: 'numeric' }
  | { readonly name: string; readonly kind: 'categorical'; readonly categories: readonly string[] }

/** Code of a category the model has not seen. */
export const UNSEEN = -2
/** Code of a missing category. */
export const MISSING = -1
/** Values beyond this magnitude are refused like infinities: a column's range must be a finite number. */
export const LARGEST: number = Number.MAX_VALUE / 2

/**
 * A table from row-major numbers, with columns named f0, f1, ... unless names are given.
 *
 * @example
 * ```ts
 * numericTable([[1, 2], [3, 4]], ['x', 'y']).columns[1] // => { name: 'y', kind: 'numeric', values: Float64Array(2) [ 2, 4 ] }
 * ```
 */
export function numericTable(rows: readonly ArrayLike<number>[], names?: readonly string[]): Table {
  const width = names?.length ?? rows[0]?.length ?? 0
  const columns: NumericColumn[] = []
  const ragged = rows.findIndex((row) => row.length !== width)
  expect(ragged < 0, 'bad-row', `row ${ragged + 1} has ${rows[ragged]?.length} values, expected ${width}`)
  for (let j = 0; j < width; j++) {
    const values = Float64Array.from(rows, (row) => row[j])
    columns.push({ name: names?.[j] ?? `f${j}`, kind: 'numeric', values })
  }
  return { rows: rows.length, columns }
}

/**
 * A categorical column from strings; null, undefined and '' are missing. Categories are sorted, so that row order does not matter.
 *
 * @example
 * ```ts
 * categoricalColumn('color', ['red', 'blue', null]).categories // => [ 'blue', 'red' ]
 * ```
 */
export function categoricalColumn(name: string, values: readonly (string | null | undefined)[]): CategoricalColumn {
  const categories = [...new Set(values.filter((v): v is string => v != null && v !== ''))].sort()
  const codeOf = new Map(categories.map((category, code) => [category, code]))
  const codes = Int32Array.from(values, (v) => (v == null || v === '' ? MISSING : codeOf.get(v)!))
  return { name, kind: 'categorical', codes, categories }
}

/**
 * The chosen rows, in the given order.
 *
 * @example
 * ```ts
 * selectRows(numericTable([[1], [2], [3]]), [2, 0]).columns[0] // => { name: 'f0', kind: 'numeric', values: Float64Array(2) [ 3, 1 ] }
 * ```
 */
export function selectRows(table: Table, rows: ArrayLike<number>): Table {
  const pick = <A extends Float64Array | Int32Array>(from: A, to: A): A => {
    for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]]
    return to
  }
  const columns = table.columns.map((column): Column => {
    return column.kind === 'numeric'
      ? { ...column, values: pick(column.values, new Float64Array(rows.length)) }
      : { ...column, codes: pick(column.codes, new Int32Array(rows.length)) }
  })
  return { rows: rows.length, columns }
}

/** The features of a table, as a model keeps them. */
export function featuresOf(table: Table): Feature[] {
  return table.columns.map((column) =>
    column.kind === 'numeric'
      ? { name: column.name, kind: 'numeric' }
      : { name: column.name, kind: 'categorical', categories: column.categories },
  )
}

/**
 * The table's columns in the model's order and coding. Extra columns are ignored; a missing column, or one of the
 * wrong kind, is an error that names it; a category the model has not seen becomes UNSEEN.
 */
export function alignTable(table: Table, features: readonly Feature[]): Table {
  const byName = new Map<string, Column>()
  const twice = new Set<string>()
  for (const column of table.columns) {
    if (byName.has(column.name)) twice.add(column.name)
    byName.set(column.name, column)
  }
  const columns = features.map((feature): Column => {
    const column = byName.get(feature.name)
    expect(column !== undefined, 'missing-column', `the input has no column "${feature.name}", a feature of the model`)
    expect(!twice.has(feature.name), 'bad-argument', `the input has two columns named "${feature.name}"`)
    if (feature.kind === 'numeric') {
      expect(
        column.kind === 'numeric',
        'bad-type',
        `column "${feature.name}" holds text; the model knows it as numbers`,
      )
      return column
    }
    expect(
      column.kind === 'categorical',
      'bad-type',
      `column "${feature.name}" holds numbers; the model knows it as categories`,
    )
    return recode(column, feature.categories)
  })
  return { rows: table.rows, columns }
}

function recode(column: CategoricalColumn, categories: readonly string[]): CategoricalColumn {
  if (column.categories === categories) return column
  checkCodes(column, 'the input')
  const codeOf = new Map(categories.map((category, code) => [category, code]))
  const translation = column.categories.map((category) => codeOf.get(category) ?? UNSEEN)
  const codes = column.codes.map((code) => (code < 0 ? code : translation[code]))
  return { ...column, codes, categories }
}

/** Refuses what no detector can read: no rows, no columns, repeated names, unequal lengths, infinite values. */
export function checkTable(table: Table, what = 'the table'): void {
  expect(table.rows > 0, 'empty-data', `${what} has no rows`)
  expect(table.columns.length > 0, 'empty-data', `${what} has no feature columns`)
  const names = new Set<string>()
  for (const { name } of table.columns) {
    expect(!names.has(name), 'bad-argument', `${what} has two columns named "${name}"`)
    names.add(name)
  }
  checkValues(table, what)
}

/** Refuses unequal lengths, infinite values, and codes that stand for no category. */
export function checkValues(table: Table, what = 'the input'): void {
  for (const column of table.columns) {
    const { name } = column
    const { length } = column.kind === 'numeric' ? column.values : column.codes
    expect(
      length === table.rows,
      'bad-argument',
      `column "${name}" of ${what} has ${length} values, expected ${table.rows}`,
    )
    if (column.kind === 'numeric') {
      const row = firstTooLarge(column.values)
      expect(
        row < 0,
        'infinite-value',
        `column "${name}", row ${row + 1} of ${what} is ${column.values[row]}: expected a finite number of at most ${LARGEST.toPrecision(3)}, or nothing for a missing value`,
      )
    } else checkCodes(column, what)
  }
}

/** A loop: `findIndex` would take ten times as long. */
function firstTooLarge(values: Float64Array): number {
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > LARGEST) return i
  return -1
}

function checkCodes({ name, codes, categories }: CategoricalColumn, what: string): void {
  const row = codes.findIndex((code) => !(code >= UNSEEN && code < categories.length))
  expect(
    row < 0,
    'bad-argument',
    `column "${name}", row ${row + 1} of ${what} has the code ${codes[row]}, but ${categories.length} categories`,
  )
}
