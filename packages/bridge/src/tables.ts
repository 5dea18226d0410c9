import { createHash } from 'node:crypto'
import {
  type CategoricalColumn,
  type Column,
  categoricalColumn,
  type DataFingerprint,
  type Table,
} from '@xenolith/core'
import { type Kind, type NumberFormat, writtenColumn } from '@xenolith/files/pure'

/**
 * How a header describes a column: which buffer holds its values, its codes and the words these stand for, or its cells as they stand in a file
 * of text, where each begins in UTF-8 and of what kind they are to be, if that is known.
 */
type ColumnHeader =
  | { readonly name: string; readonly kind: 'numeric'; readonly values: number; readonly temporal?: true }
  | { readonly name: string; readonly kind: 'categorical'; readonly codes: number; readonly words: readonly string[] }
  | WrittenHeader

interface WrittenHeader {
  readonly name: string
  readonly kind: 'written'
  readonly data: number
  readonly offsets: number
  readonly strings?: true
  readonly as?: Kind
}

export interface TableHeader {
  readonly rows: number
  /** All columns that the table had, those left behind included. */
  readonly names: readonly string[]
  readonly columns: readonly ColumnHeader[]
  /** The column that names rows, as codes. */
  readonly ids?: Exclude<ColumnHeader, WrittenHeader>
  /** The nominal category of each row, as codes. */
  readonly classes?: Exclude<ColumnHeader, WrittenHeader>
}

/** How cells that stand in a file of text are read. */
export interface Reading extends NumberFormat {
  /** What to call the table in messages. */
  readonly shown: string
  readonly note: (text: string) => void
  /** Of columns whose kind is known from another table. */
  readonly kinds?: ReadonlyMap<string, Kind>
}

/** The table that a header and its buffers describe. Numbers are read in place. */
export function tableOf({ rows, columns }: TableHeader, buffers: readonly Uint8Array[], reading: Reading): Table {
  return { rows, columns: columns.map((column) => columnOf(column, buffers, reading)) }
}

function columnOf(column: ColumnHeader, buffers: readonly Uint8Array[], reading: Reading): Column {
  if (column.kind === 'written') return cellsOf(column, buffers, reading)
  if (column.kind === 'categorical') return inOrder(column.name, codesOf(column, buffers), column.words)
  const { buffer, byteLength } = buffers[column.values]
  const numbers = new Float64Array(buffer as ArrayBuffer, 0, byteLength / 8)
  const read = { name: column.name, kind: 'numeric', values: numbers } as const
  return column.temporal ? { ...read, temporal: true } : read
}

function cellsOf(column: WrittenHeader, buffers: readonly Uint8Array[], { kinds, ...reading }: Reading): Column {
  const { buffer, byteLength } = buffers[column.offsets]
  const offsets = new Int32Array(buffer as ArrayBuffer, 0, byteLength / 4)
  const cells = { data: buffers[column.data], offsets, strings: column.strings }
  return writtenColumn(column.name, cells, { ...reading, kind: column.as ?? kinds?.get(column.name) })
}

function codesOf(column: Exclude<ColumnHeader, WrittenHeader>, buffers: readonly Uint8Array[]): Int32Array {
  const { buffer, byteLength } = buffers[column.kind === 'categorical' ? column.codes : column.values]
  return new Int32Array(buffer as ArrayBuffer, 0, byteLength / 4)
}

/** Sorted, without the words that no row has, as if they had been read from a file. The empty word is a missing value. */
function inOrder(name: string, codes: Int32Array, words: readonly string[]): CategoricalColumn {
  const used = new Uint8Array(words.length)
  for (const code of codes) if (code >= 0) used[code] = 1
  const { codes: ranks, categories } = categoricalColumn(
    name,
    words.map((word, code) => (used[code] ? word : null)),
  )
  return { name, kind: 'categorical', codes: codes.map((code) => (code < 0 ? -1 : ranks[code])), categories }
}

/** A text for each row, null for a missing one. */
export function textsOf(
  column: Exclude<ColumnHeader, WrittenHeader>,
  buffers: readonly Uint8Array[],
): (string | null)[] {
  const words = column.kind === 'categorical' ? column.words : []
  return Array.from(codesOf(column, buffers), (code) => (code < 0 || words[code] === '' ? null : words[code]))
}

/** What identifies rows that are in no file: the digest of their columns as a study sees them. */
export function fingerprintOf(role: string, { rows, columns }: Table): DataFingerprint {
  const hash = createHash('sha256')
  let bytes = 0
  for (const column of columns) {
    const categories = column.kind === 'categorical' ? column.categories : null
    const values = column.kind === 'numeric' ? column.values : column.codes
    hash.update(`${JSON.stringify([column.name, column.kind, categories])}\n`)
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    bytes += values.byteLength
  }
  return { role, name: `${role} table`, rows, bytes, sha256: hash.digest('hex') }
}
