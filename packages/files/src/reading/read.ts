import { type Column, type Feature, type NumericColumn, type Table, XenolithError } from '@xenolith/core'
import { quoted } from '../text/words.js'
import type { ScannedBatch, ScanOptions, Source } from './source.js'

/**
 * The named columns (all by default) as a table in memory, each of the kind found or given when the source was opened.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'colors.csv')
 * await writeFile(path, 'id,x,color\n1,1.5,red\n2,,blue\n')
 * const source = await openSource(path)
 * const table = await readTable(source, ['x'])
 * table.columns[0] // => { name: 'x', kind: 'numeric', values: Float64Array(2) [ 1.5, NaN ] }
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readTable(source: Source, names?: readonly string[]): Promise<Table> {
  return (await source.read({ features: names })).table
}

/**
 * One column as text, null for a missing value: labels, ids.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'colors.csv')
 * await writeFile(path, 'id,x,color\n1,1.5,red\n2,,blue\n')
 * const source = await openSource(path)
 * await readStrings(source, 'color') // => [ 'red', 'blue' ]
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readStrings(source: Source, name: string): Promise<readonly (string | null)[]> {
  return (await source.read({ features: [], strings: [name] })).strings[0]
}

/**
 * One column of numbers, all present and finite. A file of one column without a header needs no name.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'scores.csv')
 * await writeFile(path, 'id,score\na,0.25\nb,0.75\n')
 * const source = await openSource(path)
 * await readScores(source, 'score') // => Float64Array(2) [ 0.25, 0.75 ]
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
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

/**
 * The rows in file order as tables of the model's features, a batch at a time; memory does not grow with the file.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'colors.csv')
 * await writeFile(path, 'id,x,color\n1,1.5,red\n2,,blue\n')
 * const source = await openSource(path)
 * const { value: batch } = await scan(source, { features: [{ name: 'x', kind: 'numeric' }], id: 'id' }).next()
 * batch.table.columns[0].values // => Float64Array(2) [ 1.5, NaN ]
 * batch.ids // => Float64Array(2) [ 1, 2 ]
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export function scan(source: Source, options: ScanOptions): AsyncGenerator<ScannedBatch> {
  return source.scan(options)
}

/**
 * How `scan` gives the ids of a column.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'colors.csv')
 * await writeFile(path, 'id,x,color\n1,1.5,red\n2,,blue\n')
 * const source = await openSource(path)
 * await scannedIdKind(source, 'id') // => 'number'
 * await scannedIdKind(source, 'color') // => 'string'
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
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
