import { type Table, XenolithError } from '@xenolith/core'
import { type Emit, gunzip } from '../compression/gunzip.js'
import { unzstd } from '../compression/unzstd.js'
import { checkRoles } from '../text/features.js'
import { type Compression, compressionOf, contentByName, isParquet } from '../text/format.js'
import { headCollector } from '../text/head.js'
import { type Head, textLayout } from '../text/layout.js'
import type { NumberFormat } from '../text/locale.js'
import type { Kind } from '../text/selection.js'
import { tableReading } from '../text/table-reading.js'
import { sha256 } from './sha256.js'

export interface BytesOptions extends NumberFormat {
  /** The file's name: its extension says what it holds, and messages use it. */
  readonly name: string
  /** Feature columns; all but id and label by default. */
  readonly features?: readonly string[]
  /** Column that names rows; never a feature. */
  readonly id?: string
  /** Column of categories; never a feature. */
  readonly label?: string
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
 * The table in the bytes of a CSV, TSV, JSON or NDJSON file, plain, gzip or zstd. The same table, fingerprint or refusal as the reader of
 * files in Node gives, without Node: for browsers.
 *
 * @example
 * ```ts
 * import { readBytes } from '@xenolith/files/pure'
 *
 * const bytes = new TextEncoder().encode('x,color\n1.5,red\n,blue\n')
 * const { table, fingerprint } = readBytes(bytes, { name: 'colors.csv' })
 * table.columns[0] // { name: 'x', kind: 'numeric', values: Float64Array [1.5, NaN] }
 * fingerprint.bytes // 22
 * ```
 */
export function readBytes(bytes: Uint8Array, options: BytesOptions): BytesTable {
  const { name, id, label, features } = options
  if (bytes.length === 0) throw new XenolithError('empty-data', `${name} is empty`)
  refuseParquet(bytes, name)
  const compression = compressionOf(bytes)
  const layout = textLayout([headOf(bytes, compression, name)])
  const notes: string[] = []
  if (layout.headerless) notes.push(`${name} has no header: its columns are column0, column1, ...`)
  if (layout.names !== undefined) checkRoles(options, layout.names, name)
  const roles = [id, label].filter((column) => column !== undefined)
  const reading = tableReading({
    layout,
    selection: { features, except: roles, strings: [...new Set(roles)], types: typesMap(options.types) },
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
    const found = reading.finish()
    if (found === undefined) continue
    checkRoles(options, found.names, name)
    const [first, second] = found.strings
    return {
      table: found.table,
      ids: id === undefined ? undefined : first,
      classes: label === undefined ? undefined : id === undefined || id === label ? first : second,
      fingerprint: { name: baseName(name), bytes: bytes.length, sha256: sha256(bytes) },
      notes,
      names: found.names,
    }
  }
}

function refuseParquet(bytes: Uint8Array, name: string): void {
  if (isParquet(bytes)) {
    throw new XenolithError(
      'file-unreadable',
      `${name} is a Parquet file, which the command and the service read; expected text`,
    )
  }
  if (contentByName(name) === 'parquet') throw new XenolithError('file-unreadable', `${name} is not a Parquet file`)
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

function typesMap(types: BytesOptions['types']): ReadonlyMap<string, Kind> | undefined {
  return types === undefined || types instanceof Map
    ? (types as ReadonlyMap<string, Kind>)
    : new Map(Object.entries(types))
}

function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
}
