import { type Column, type Feature, type NumericColumn, type Table, XenolithError } from '@xenolith/core'
import { quoted } from '../text/words.js'
import type { ScannedBatch, ScanOptions, Source } from './source.js'

/** The named columns (all by default) as a table in memory, each of the kind found or given when the source was opened. */
export async function readTable(source: Source, names?: readonly string[]): Promise<Table> {
  return (await source.read({ features: names })).table
}

/** One column as text, null for a missing value: labels, ids. */
export async function readStrings(source: Source, name: string): Promise<readonly (string | null)[]> {
  return (await source.read({ features: [], strings: [name] })).strings[0]
}

/** One column of numbers, all present and finite. A file of one column without a header needs no name. */
export async function readScores(source: Source, name: string): Promise<Float64Array> {
  const names = source.headerless ? await source.names() : []
  const column = names.length === 1 ? names[0] : name
  const { table, place } = await source.read({ features: [column], types: new Map([[column, 'numeric']]) })
  const { values } = table.columns[0] as NumericColumn
  const missing = values.findIndex(Number.isNaN)
  if (missing < 0) return values
  const what = `column ${quoted(column)}: the score is missing; expected a number in every row`
  throw new XenolithError('bad-scores', `${await place(missing)}, ${what}`)
}

/** The rows in file order as tables of the model's features, a batch at a time; memory does not grow with the file. */
export function scan(source: Source, options: ScanOptions): AsyncGenerator<ScannedBatch> {
  return source.scan(options)
}

/** How `scan` gives the ids of a column. */
export function scannedIdKind(source: Source, id?: string): Promise<'number' | 'string'> {
  return id === undefined ? Promise.resolve('number') : source.idKind(id)
}

/** The whole file as one table of the model's features. */
export async function readFeatures(source: Source, features: readonly Feature[]): Promise<Table> {
  const parts: Table[] = []
  for await (const { table } of scan(source, { features })) parts.push(table)
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const columns = features.map((feature, j): Column => {
    if (feature.kind === 'numeric') return { ...feature, values: fill(new Float64Array(rows), parts, j) }
    return { ...feature, codes: fill(new Int32Array(rows), parts, j) }
  })
  return { rows, columns }
}

function fill<A extends Float64Array | Int32Array>(whole: A, parts: readonly Table[], j: number): A {
  let at = 0
  for (const { rows, columns } of parts) {
    const column = columns[j]
    whole.set(column.kind === 'numeric' ? column.values : column.codes, at)
    at += rows
  }
  return whole
}
