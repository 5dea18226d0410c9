import { XenolithError } from '@xenolith/core'
import { fingerprint } from '../reading/fingerprint.js'
import { checkUnchanged, type Identity } from '../reading/identity.js'
import { defaultBatchRows, type Reading, type ScanOptions, type Source } from '../reading/source.js'
import { missingColumn } from '../text/names.js'
import type { Selection } from '../text/selection.js'
import type { ScannedBatch } from '../text/text-scan.js'
import type { Batch, Output, TypedColumn } from './batches.js'
import { lookupOf } from './builders.js'
import { type Infinite, infiniteIn, infiniteValue, TypedCollector } from './collect.js'

export interface TypedFiles {
  readonly path: string
  readonly displayName: string
  readonly files: readonly string[]
  readonly identities: readonly Identity[]
  readonly types?: Selection['types']
  shown(file?: string): string
  close(): Promise<void>
}

/** Reads files of a format that declares the types of its columns. */
export interface TypedReader {
  readonly columns: readonly TypedColumn[]
  /** The rows of a file. */
  rowsOf(file: string): Promise<number>
  /** The outputs in file order, `batchRows` at a time; memory does not grow with the files. */
  batches(outputs: readonly Output[], batchRows: number): AsyncGenerator<Batch>
  /** Whether every value of a column of integers is there and held exactly by a double. */
  safeIntegers(column: TypedColumn): Promise<boolean>
  close(): Promise<void>
}

const BATCH_ROWS = 1 << 16

/** Files that declare their types, through whatever reads them. */
export async function typedSource(reader: TypedReader, options: TypedFiles): Promise<Source> {
  const { path, displayName, files, shown } = options
  const names = reader.columns.map(({ name }) => name)
  const byName = new Map(reader.columns.map((column) => [column.name, column]))
  const close = async (): Promise<void> => {
    await reader.close()
    await options.close()
  }

  const place = async (row: number): Promise<string> => {
    let before = 0
    for (const file of files.slice(0, -1)) {
      const rows = await reader.rowsOf(file)
      if (row < before + rows) return `${shown(file)}, row ${row - before + 1}`
      before += rows
    }
    return `${shown(files.at(-1))}, row ${row - before + 1}`
  }
  const unchanged = async (): Promise<void> => {
    for (const [i, file] of files.entries()) await checkUnchanged(file, shown(file), options.identities[i])
  }
  const refuseInfinite = async (found: Infinite | undefined): Promise<void> => {
    if (found !== undefined) throw infiniteValue(found, await place(found.row))
  }

  const read = async (selection: Selection): Promise<Reading> => {
    const notes: string[] = []
    const types = selection.types ?? options.types
    const collector = new TypedCollector(reader.columns, { ...selection, types }, displayName, (text) =>
      notes.push(text),
    )
    for await (const batch of reader.batches(collector.outputs, BATCH_ROWS)) {
      await refuseInfinite(collector.infinite(batch))
      collector.add(batch)
    }
    const found = collector.finish()
    const print = await fingerprint(displayName, files)
    await unchanged()
    const { rows: only } = selection
    return { ...found, names, fingerprint: print, notes, place: (row) => place(only?.[row] ?? row) }
  }

  async function* scan({
    features,
    id,
    batchRows = defaultBatchRows(features.length),
  }: ScanOptions): AsyncGenerator<ScannedBatch> {
    const lookups = features.map((feature) => lookupOf(feature, byName.get(feature.name), displayName))
    const idOutput: Output[] =
      id === undefined ? [] : [{ column: findColumn(id), as: (await idKind(id)) === 'number' ? 'number' : 'id' }]
    for await (const batch of reader.batches([...lookups, ...idOutput], batchRows)) {
      const columns = lookups.map((lookup, j) => lookup.of(batch.cells[j] as never))
      for (const column of columns) {
        if (column.kind === 'numeric') await refuseInfinite(infiniteIn(column.name, column.values, batch.firstRow))
      }
      const ids = id === undefined ? rowNumbers(batch) : (batch.cells[features.length] as Float64Array | string[])
      yield { table: { rows: batch.rows, columns }, ids, firstRow: batch.firstRow }
    }
    await unchanged()
  }

  const findColumn = (name: string): TypedColumn => {
    const column = byName.get(name)
    if (column === undefined) throw missingColumn(name, names, displayName)
    return column
  }
  const idKind = async (id: string): Promise<'number' | 'string'> => {
    const column = findColumn(id)
    return column.storage === 'integer' && (await reader.safeIntegers(column)) ? 'number' : 'string'
  }

  try {
    await refuseEmpty()
  } catch (error) {
    await reader.close()
    throw error
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

  async function refuseEmpty(): Promise<void> {
    for (const file of files) if ((await reader.rowsOf(file)) > 0) return
    throw new XenolithError('empty-data', `${displayName} has no rows`)
  }
}

function rowNumbers({ rows, firstRow }: Batch): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => firstRow + i + 1)
}
