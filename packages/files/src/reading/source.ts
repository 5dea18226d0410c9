import type { Feature, Table } from '@xenolith/core'
import type { Kind, Selection } from '../text/selection.js'
import type { ScannedBatch } from '../text/text-scan.js'
import type { Fingerprint } from './bytes.js'

export type { Kind, ScannedBatch, Selection }

/** An open file, or several of the same columns read one after the other. */
export interface Source {
  readonly path: string
  readonly displayName: string
  /** The files behind the path, absolute, in reading order. */
  readonly files: readonly string[]
  /** The first row was data: the columns are named column0, column1, ... */
  readonly headerless: boolean
  /** The columns, where they are known before any row is read: not those of JSON. */
  readonly header?: readonly string[]
  /** All columns, in order. JSON has to be read through for them, unless the table was read before. */
  names(): Promise<readonly string[]>
  /** The selected columns as a table in memory, and the fingerprint of the very bytes that it was made of. */
  read(selection: Selection): Promise<Reading>
  /** The rows in file order as tables of a model's features, a batch at a time; memory does not grow with the file. */
  scan(options: ScanOptions): AsyncGenerator<ScannedBatch>
  /** Whether a column of ids can be kept as numbers: every id a plain integer that a double holds exactly. */
  idKind(id: string): Promise<'number' | 'string'>
  close(): Promise<void>
}

export interface Reading {
  readonly table: Table
  /** Rows of the files, selected or not. */
  readonly rows: number
  /** As the selection lists them; null for a missing value. */
  readonly strings: readonly (readonly (string | null)[])[]
  readonly names: readonly string[]
  readonly fingerprint: Fingerprint
  /** What a person should know of how the file was read. */
  readonly notes: readonly string[]
  /** `FILE, row 7`, of a row counted from 0 over all files. */
  place(row: number): Promise<string>
}

export interface ScanOptions {
  /** What the model knows; the tables have these columns, in this order and coding. */
  readonly features: readonly Feature[]
  /** Column of ids; row numbers from 1 by default. */
  readonly id?: string
  /** By default fewer for wide tables, so that a batch stays within some megabytes. */
  readonly batchRows?: number
}

export function defaultBatchRows(columns: number): number {
  return Math.min(1 << 15, Math.max(1 << 10, Math.floor((1 << 21) / (columns + 1))))
}
