import { type Table, XenolithError } from '@xenolith/core'
import { sha256 } from '@xenolith/core/internals'
import { arrowBatching, typedColumns } from '../arrow/cells.js'
import type { ArrowBatch } from '../arrow/decoder.js'
import { arrowMessages } from '../arrow/messages.js'
import { suppliedFrom } from '../arrow/supply.js'
import { type Emit, gunzip } from '../compression/gunzip.js'
import { unzstd } from '../compression/unzstd.js'
import type { Collected } from '../text/collect.js'
import { checkRoles } from '../text/features.js'
import { type Compression, checkContent, compressionOf, isArrow, isParquet } from '../text/format.js'
import { headCollector } from '../text/head.js'
import { type Head, textLayout } from '../text/layout.js'
import type { NumberFormat } from '../text/locale.js'
import { checkSameNames } from '../text/names.js'
import type { Kind, Selection } from '../text/selection.js'
import { tableReading } from '../text/table-reading.js'
import type { Batch, Batching, TypedColumn } from '../typed/batches.js'
import { infiniteValue, TypedCollector } from '../typed/collect.js'

export interface BytesOptions extends NumberFormat {
  /** The file's name: its extension says what it holds, and messages use it. */
  readonly name: string
  /** Feature columns; all but id and label by default. */
  readonly features?: readonly string[]
  /** Column that names rows; never a feature. */
  readonly id?: string
  /** Column of categories; never a feature. */
  readonly label?: string
  /**
   * Take every column as a feature, one that looks like a label too, and pass over `types` of columns that the file does
   * not have: for showing a file before anyone said what its columns are.
   */
  readonly everyColumn?: boolean
  /** Kinds of columns, where they are not to be found from the values. */
  readonly types?: Readonly<Record<string, Kind>> | ReadonlyMap<string, Kind>
}

export interface BytesTable {
  readonly table: Table
  /** The ids, if a column of them was named; null for a missing one. */
  readonly ids?: readonly (string | null)[]
  /** The labels, if a column of them was named. */
  readonly classes?: readonly (string | null)[]
  readonly fingerprint: { readonly name: string; readonly bytes: number; readonly sha256: string }
  /** What a person should know of how the file was read. */
  readonly notes: readonly string[]
  /** All columns of the file, in order. */
  readonly names: readonly string[]
}

/**
 * The table in the bytes of a CSV, TSV, JSON or NDJSON file, plain, gzip or zstd, or of Arrow, a file or a stream. The same table, fingerprint or refusal as the reader of
 * files in Node gives, without Node: for browsers.
 *
 * @example
 * ```ts
 * import { readBytes } from '@xenolith/files/pure'
 *
 * const bytes = new TextEncoder().encode('x,color\n1.5,red\n,blue\n')
 * const { table, fingerprint } = readBytes(bytes, { name: 'colors.csv' })
 * table.columns[0] // => { name: 'x', kind: 'numeric', values: Float64Array(2) [ 1.5, NaN ] }
 * fingerprint.bytes // => 22
 * ```
 */
export function readBytes(bytes: Uint8Array, options: BytesOptions): BytesTable {
  const { name } = options
  if (bytes.length === 0) throw new XenolithError('empty-data', `${name} is empty`)
  refuseParquet(bytes, name)
  if (isArrow(bytes)) return readArrowBytes(bytes, options)
  const compression = compressionOf(bytes)
  const sound = <T>(work: () => T): T => whileSound(bytes, compression, name, work)
  const layout = sound(() => textLayout([headOf(bytes, compression, name)]))
  const notes: string[] = []
  if (layout.headerless) notes.push(`${name} has no header: its columns are column0, column1, ...`)
  if (layout.names !== undefined) checkAsked(options, layout.names, name)
  const found = sound(() => {
    const reading = tableReading({
      layout,
      selection: selectionOf(options),
      format: options,
      displayName: name,
      shown: [name],
      note: (text) => notes.push(text),
    })
    for (;;) {
      const stream = reading.file(0)
      unpack(bytes, compression, name, (chunk) => {
        stream.push(chunk)
        return true
      })
      stream.end()
      const finished = reading.finish()
      if (finished !== undefined) return finished
    }
  })
  checkAsked(options, found.names, name)
  return bytesTable(bytes, options, found, found.names, notes)
}

/** Arrow, a file or a stream. */
function readArrowBytes(bytes: Uint8Array, options: BytesOptions): BytesTable {
  const { name } = options
  const notes: string[] = []
  let columns: readonly TypedColumn[] = []
  let collector: TypedCollector | undefined
  let batching: Batching<ArrowBatch> | undefined
  const take = (batches: Iterable<Batch>): void => {
    for (const batch of batches) {
      const infinite = collector!.infinite(batch)
      if (infinite !== undefined) throw infiniteValue(infinite, `${name}, row ${infinite.row + 1}`)
      collector!.add(batch)
    }
  }
  for (const found of suppliedFrom(arrowMessages(name, { size: bytes.length }), bytes)) {
    if (found.kind === 'batch') take(batching!.add(found.batch, found.batch.rows))
    else {
      columns = typedColumns(found.fields)
      const names = columns.map((column) => column.name)
      checkSameNames([names], [name], () => name)
      checkAsked(options, names, name)
      collector = new TypedCollector(columns, selectionOf(options), name, (text) => notes.push(text))
      batching = arrowBatching(columns, collector.outputs, 1 << 16)
    }
  }
  take(batching!.flush())
  const found = collector!.finish()
  if (found.table.rows === 0) throw new XenolithError('empty-data', `${name} has no rows`)
  const names = columns.map((column) => column.name)
  return bytesTable(bytes, options, found, names, notes)
}

/** A column of a format that declares its types, in memory. */
export interface TypedValues extends TypedColumn {
  /** NaN for a missing value; dates as seconds since 1970. */
  number(row: number): number
  /** Null for a missing value. */
  text(row: number): string | null
}

/**
 * The table in columns that someone else decoded, of a file with these bytes: as `readBytes` would have made it of them.
 *
 * @example
 * ```ts
 * const bytes = new Uint8Array(8) // of a file that another program has decoded
 * const x = { name: 'x', storage: 'float' as const, number: (row: number) => row / 2, text: () => null }
 * readTyped(bytes, 2, [x], { name: 'a.parquet' }).table.columns[0] // => { name: 'x', kind: 'numeric', values: Float64Array(2) [ 0, 0.5 ] }
 * ```
 */
export function readTyped(
  bytes: Uint8Array,
  rows: number,
  columns: readonly TypedValues[],
  options: BytesOptions,
): BytesTable {
  const { name } = options
  const names = columns.map((column) => column.name)
  checkSameNames([names], [name], () => name)
  checkAsked(options, names, name)
  const notes: string[] = []
  const collector = new TypedCollector(columns, selectionOf(options), name, (text) => notes.push(text))
  const byName = new Map(columns.map((column) => [column.name, column]))
  const cells = collector.outputs.map(({ column, as }) => {
    const values = byName.get(column.name)!
    if (as === 'number') return new Float64Array(rows).map((_, row) => values.number(row))
    return Array.from({ length: rows }, (_, row) => (as === 'id' ? (values.text(row) ?? '') : values.text(row) || null))
  })
  const batch = { firstRow: 0, rows, cells }
  const infinite = collector.infinite(batch)
  if (infinite !== undefined) throw infiniteValue(infinite, `${name}, row ${infinite.row + 1}`)
  collector.add(batch)
  const found = collector.finish()
  if (found.table.rows === 0) throw new XenolithError('empty-data', `${name} has no rows`)
  return bytesTable(bytes, options, found, names, notes)
}

function selectionOf(options: BytesOptions): Selection {
  const roles = [options.id, options.label].filter((column) => column !== undefined)
  const [types, spareTypes] = [typesMap(options.types), options.everyColumn]
  return { features: options.features, except: roles, strings: [...new Set(roles)], types, spareTypes }
}

function bytesTable(
  bytes: Uint8Array,
  { name, id, label }: BytesOptions,
  { table, strings: [first, second] }: Collected,
  names: readonly string[],
  notes: readonly string[],
): BytesTable {
  let print: BytesTable['fingerprint'] | undefined
  return {
    table,
    ids: id === undefined ? undefined : first,
    classes: label === undefined ? undefined : id === undefined || id === label ? first : second,
    // Hashed when somebody asks: it takes as long as reading.
    get fingerprint() {
      print ??= { name: baseName(name), bytes: bytes.length, sha256: sha256(bytes) }
      return print
    },
    notes,
    names,
  }
}

function refuseParquet(bytes: Uint8Array, name: string): void {
  if (isParquet(bytes)) {
    throw new XenolithError(
      'file-unreadable',
      `${name} is a Parquet file, which the command and the service read; expected text`,
    )
  }
  checkContent(name, bytes, name)
}

/** As much of the unpacked bytes as the layout depends on. */
function headOf(bytes: Uint8Array, compression: Compression, name: string): Head {
  const collector = headCollector(name)
  unpack(bytes, compression, name, (chunk) => !collector.add(chunk))
  return collector.head(name)
}

const PIECE = 1 << 18

function unpack(bytes: Uint8Array, compression: Compression, name: string, emit: Emit): void {
  if (compression === 'none') {
    for (let at = 0; at < bytes.length; at += PIECE) if (!emit(bytes.subarray(at, at + PIECE))) return
    return
  }
  const whole = compression === 'gzip' ? gunzip(bytes, emit) : unzstd(bytes, emit)
  if (!whole) throw new XenolithError('file-unreadable', `${name} is damaged or cut short (${compression})`)
}

/** Works on the unpacked bytes. A packed file that is damaged anywhere is called that, whatever else was wrong before. */
function whileSound<T>(bytes: Uint8Array, compression: Compression, name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    unpack(bytes, compression, name, () => true)
    throw error
  }
}

function typesMap(types: BytesOptions['types']): ReadonlyMap<string, Kind> | undefined {
  return types === undefined || types instanceof Map
    ? (types as ReadonlyMap<string, Kind>)
    : new Map(Object.entries(types))
}

function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
}

/** Roles are refused where they cannot be; nobody has given any yet where all columns are taken. */
function checkAsked(options: BytesOptions, names: readonly string[], name: string): void {
  if (!options.everyColumn) checkRoles(options, names, name)
}
