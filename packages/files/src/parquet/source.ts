import type { DuckDBConnection } from '@duckdb/node-api'
import { type Column, categoricalColumn, type Feature, MISSING, UNSEEN, XenolithError } from '@xenolith/core'
import { LARGEST } from '@xenolith/core/internals'
import { fingerprint } from '../reading/fingerprint.js'
import { checkUnchanged, type Identity } from '../reading/identity.js'
import { defaultBatchRows, type Reading, type ScanOptions, type Source } from '../reading/source.js'
import { growingCodes, growingNumbers } from '../text/growing.js'
import { JSON_TYPES } from '../text/json-records.js'
import { checkNamed, missingColumn } from '../text/names.js'
import type { Kind, Selection } from '../text/selection.js'
import { TextColumn, type Witness } from '../text/text-column.js'
import type { ScannedBatch } from '../text/text-scan.js'
import { quoted } from '../text/words.js'
import { type Batch, type Output, readBatches } from './batches.js'
import { connect, queryRow } from './duckdb.js'
import { parquetError } from './errors.js'
import { kindOf, numberOf, wordOf } from './expressions.js'
import { type ParquetColumn, parquetSchema } from './schema.js'

export interface ParquetFiles {
  readonly path: string
  readonly displayName: string
  readonly files: readonly string[]
  readonly identities: readonly Identity[]
  readonly types?: Selection['types']
  shown(file?: string): string
  close(): Promise<void>
}

const BATCH_ROWS = 1 << 16

/** Parquet, through DuckDB. */
export async function parquetSource(options: ParquetFiles): Promise<Source> {
  const { path, displayName, files, shown } = options
  const connection = await connect()
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw parquetError(error, displayName)
    }
  }
  const close = async (): Promise<void> => {
    connection.closeSync()
    await options.close()
  }
  const schema = await guarded(() => parquetSchema(connection, files, shown)).catch((error) => {
    connection.closeSync()
    throw error
  })
  const from = schema.from(files)
  const names = schema.columns.map(({ name }) => name)
  const byName = new Map(schema.columns.map((column) => [column.name, column]))
  const [count] = await guarded(() => queryRow(connection, `SELECT count(*) FROM ${from}`))
  if (Number(count) === 0) {
    await close()
    throw new XenolithError('empty-data', `${displayName} has no rows`)
  }

  const place = (row: number): Promise<string> => guarded(() => placeOf(connection, schema.from, options, row))
  const unchanged = async (): Promise<void> => {
    for (const [i, file] of files.entries()) await checkUnchanged(file, shown(file), options.identities[i])
  }
  const checkFinite = async (name: string, values: Float64Array, firstRow: number): Promise<void> => {
    const at = values.findIndex((value) => Math.abs(value) > LARGEST)
    if (at < 0) return
    const what = `${values[at]} is not a finite number (leave a missing value empty)`
    throw new XenolithError('infinite-value', `${await place(firstRow + at)}, column ${quoted(name)}: ${what}`)
  }

  const read = async (selection: Selection): Promise<Reading> => {
    const types = selection.types ?? options.types
    const { strings = [], except = [] } = selection
    checkNamed([...(types?.keys() ?? []), ...(selection.features ?? []), ...strings], names, displayName)
    const wanted = (selection.features ?? names.filter((name) => !except.includes(name))).map(
      (name) => byName.get(name)!,
    )
    const notes: string[] = []
    const witness: Witness = {
      shown: displayName,
      place: (row) => `${displayName}, row ${row + 1}`,
      note: (text) => notes.push(text),
    }
    const builders = wanted.map((column) => builderOf(column, types?.get(column.name), witness))
    const outputs = [
      ...builders,
      ...strings.map((name): Output => ({ sql: wordOf(byName.get(name)!.ref), type: 'text' })),
    ]
    const texts: (string | null)[][] = strings.map(() => [])
    let rows = 0
    await guarded(async () => {
      for await (const batch of readBatches(connection, from, outputs, BATCH_ROWS)) {
        rows += batch.rows
        for (const [j, builder] of builders.entries()) {
          const cells = batch.cells[j]
          if (cells instanceof Float64Array) await checkFinite(wanted[j].name, cells, batch.firstRow)
          builder.add(cells as never)
        }
        for (const [k, text] of texts.entries()) {
          for (const cell of batch.cells[builders.length + k] as (string | null)[]) text.push(cell)
        }
      }
    })
    const table = { rows, columns: builders.map((builder) => builder.finish(rows)) }
    const print = await fingerprint(displayName, files)
    await unchanged()
    return { table, strings: texts, names, fingerprint: print, notes, place }
  }

  async function* scan({
    features,
    id,
    batchRows = defaultBatchRows(features.length),
  }: ScanOptions): AsyncGenerator<ScannedBatch> {
    const lookups = features.map((feature) => lookupOf(feature, byName.get(feature.name), displayName))
    const idOutput = id === undefined ? [] : [idSelection(findColumn(id), await idKind(id))]
    try {
      const own = await connect()
      try {
        for await (const batch of readBatches(own, from, [...lookups, ...idOutput], batchRows)) {
          const columns = lookups.map((lookup, j) => lookup.column(batch.cells[j] as never))
          for (const column of columns) {
            if (column.kind === 'numeric') await checkFinite(column.name, column.values, batch.firstRow)
          }
          const ids = id === undefined ? rowNumbers(batch) : (batch.cells[features.length] as Float64Array | string[])
          yield { table: { rows: batch.rows, columns }, ids, firstRow: batch.firstRow }
        }
      } finally {
        own.closeSync()
      }
    } catch (error) {
      throw parquetError(error, displayName)
    }
    await unchanged()
  }

  const findColumn = (name: string): ParquetColumn => {
    const column = byName.get(name)
    if (column === undefined) throw missingColumn(name, names, displayName)
    return column
  }
  const idKind = async (id: string): Promise<'number' | 'string'> => {
    const { ref, storage } = findColumn(id)
    if (storage !== 'integer') return 'string'
    const sql = `SELECT count_if(NOT COALESCE(abs(${ref}::HUGEINT) <= ${Number.MAX_SAFE_INTEGER}, false)) FROM ${from}`
    const [others] = await guarded(() => queryRow(connection, sql))
    return Number(others) === 0 ? 'number' : 'string'
  }
  return {
    path,
    displayName,
    files,
    headerless: false,
    header: names,
    names: async () => names,
    read,
    scan,
    idKind,
    close,
  }
}

async function placeOf(
  connection: DuckDBConnection,
  from: (files: readonly string[]) => string,
  { files, shown }: ParquetFiles,
  row: number,
): Promise<string> {
  let before = 0
  for (const file of files.slice(0, -1)) {
    const [count] = await queryRow(connection, `SELECT count(*) FROM ${from([file])}`)
    if (row < before + Number(count)) return `${shown(file)}, row ${row - before + 1}`
    before += Number(count)
  }
  return `${shown(files.at(-1))}, row ${row - before + 1}`
}

function rowNumbers({ rows, firstRow }: Batch): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => firstRow + i + 1)
}

function idSelection({ ref }: ParquetColumn, kind: 'number' | 'string'): Output {
  return kind === 'number'
    ? { sql: `${ref}::DOUBLE`, type: 'number' }
    : { sql: `COALESCE(${ref}::VARCHAR, '')`, type: 'text' }
}

function nestedColumn(name: string, displayName: string): XenolithError {
  const what = `column ${quoted(name)} holds lists or structures; expected numbers, text or booleans`
  return new XenolithError('bad-type', `${displayName}: ${what}`)
}

interface Builder extends Output {
  add(cells: never): void
  finish(rows: number): Column
}

function builderOf({ name, ref, storage }: ParquetColumn, given: Kind | undefined, witness: Witness): Builder {
  if (storage === 'nested') throw nestedColumn(name, witness.shown)
  const kind = given ?? kindOf(storage)
  if (kind === 'categorical') return words(name, wordOf(ref))
  if (kindOf(storage) === 'categorical') return writtenNumbers(name, ref, witness)
  const values = growingNumbers()
  return {
    sql: numberOf(ref, storage),
    type: 'number',
    add: (cells: Float64Array) => {
      for (const value of cells) values.push(value)
    },
    finish: (rows) => ({ name, kind: 'numeric', values: values.toArray(new Float64Array(rows)) }),
  }
}

/** Numbers that are declared as text. */
function writtenNumbers(name: string, ref: string, witness: Witness): Builder {
  const column = new TextColumn(name, 'numeric', {})
  const encoder = new TextEncoder()
  let row = 0
  return {
    sql: wordOf(ref),
    type: 'text',
    add: (cells: (string | null)[]) => {
      for (const cell of cells) {
        const bytes = encoder.encode(cell ?? '')
        column.add(row++, bytes, 0, bytes.length, JSON_TYPES.text)
      }
    },
    finish: (rows) => column.finish(rows, witness)!,
  }
}

/** Codes in order of appearance, then those of the sorted categories. */
function words(name: string, sql: string): Builder {
  const codeOf = new Map<string, number>()
  const codes = growingCodes()
  return {
    sql,
    type: 'text',
    add: (cells: (string | null)[]) => {
      for (const cell of cells) {
        if (cell === null) codes.push(MISSING)
        else {
          const code = codeOf.get(cell) ?? codeOf.size
          if (code === codeOf.size) codeOf.set(cell, code)
          codes.push(code)
        }
      }
    },
    finish(rows) {
      const { codes: ranks, categories } = categoricalColumn(name, [...codeOf.keys()])
      const ranked = codes.toArray(new Int32Array(rows), (code) => (code < 0 ? code : ranks[code]))
      return { name, kind: 'categorical', codes: ranked, categories }
    },
  }
}

interface Lookup extends Output {
  column(cells: never): Column
}

function lookupOf(feature: Feature, column: ParquetColumn | undefined, displayName: string): Lookup {
  if (column === undefined) {
    const what = `${displayName} has no column ${quoted(feature.name)}, a feature of the model`
    throw new XenolithError('missing-column', what)
  }
  const { ref, storage } = column
  if (storage === 'nested') throw nestedColumn(feature.name, displayName)
  const fits =
    feature.kind === 'numeric'
      ? kindOf(storage) === 'numeric'
      : kindOf(storage) === 'categorical' || storage === 'integer'
  if (!fits) {
    const [holds, known] = feature.kind === 'numeric' ? ['text', 'numbers'] : ['numbers', 'categories']
    const what = `column ${quoted(feature.name)} holds ${holds}; the model knows it as ${known}`
    throw new XenolithError('bad-type', `${displayName}: ${what}`)
  }
  if (feature.kind === 'numeric') {
    return { sql: numberOf(ref, storage), type: 'number', column: (values: Float64Array) => ({ ...feature, values }) }
  }
  const codeOf = new Map(feature.categories.map((category, code) => [category, code]))
  const code = (word: string | null): number => (word === null ? MISSING : (codeOf.get(word) ?? UNSEEN))
  return {
    sql: wordOf(ref),
    type: 'text',
    column: (cells: (string | null)[]) => ({ ...feature, codes: Int32Array.from(cells, code) }),
  }
}
