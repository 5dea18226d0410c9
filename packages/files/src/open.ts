import { createReadStream } from 'node:fs'
import { relative, sep } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { XenolithError } from '@xenolith/core'
import { connect } from './duckdb.js'
import type { Storage } from './expressions.js'
import { fileError, oneLine, quoted } from './file-errors.js'
import { formatOf } from './format.js'
import { checkComplete } from './integrity.js'
import { findKinds, type Kind } from './kinds.js'
import { layoutOf } from './layout.js'
import { expandPath, isStream } from './system/paths.js'
import { type Spool, spool } from './system/spool.js'

export interface SourceColumn {
  readonly name: string
  /** Numbers and dates (seconds since 1970, UTC) are numeric; text and booleans are categorical. */
  readonly kind: Kind
  /** Its SQL name. */
  readonly ref: string
  readonly storage: Storage
  readonly temporal: boolean
  /** Text that is mostly numbers: refused as a feature unless its type is given. */
  readonly mistyped: boolean
  readonly numbers: boolean
}

/** An open file, or several of the same columns read one after the other. */
export interface Source {
  readonly path: string
  readonly displayName: string
  /** The files behind the path, absolute, in reading order. */
  readonly files: readonly string[]
  readonly columns: readonly SourceColumn[]
  /** Unknown when opened with `features`, as nothing but the first rows was read. */
  readonly rows?: number
  /** The first row was data: the columns are named column0, column1, ... */
  readonly headerless: boolean
  readonly connection: DuckDBConnection
  /** What SQL selects from, for all files or some. */
  from(files?: readonly string[]): string
  /** The name to show for one of the files, or for all of them. */
  shown(file?: string): string
  close(): Promise<void>
}

export interface OpenOptions {
  /** Kinds the user gave; the others are found. */
  readonly types?: Readonly<Record<string, Kind>>
  /** Features of a model: their kinds are known, so the file is not read through to find kinds. */
  readonly features?: readonly { readonly name: string; readonly kind: Kind }[]
}

const sampleRows = 10_000

/** Opens CSV, TSV, Parquet, JSON or NDJSON, plain or compressed; a glob pattern; or `-`, standard input. Close it at the end. */
export async function openSource(path: string, options: OpenOptions = {}): Promise<Source> {
  const displayName = path === '-' ? 'stdin' : path
  const spooled = await spoolStream(path, displayName)
  let connection: DuckDBConnection | undefined
  const close = async () => {
    connection?.closeSync()
    connection = undefined
    await spooled?.remove()
  }
  let shown = (_file?: string) => displayName
  try {
    const files = spooled ? [spooled.file] : await expandPath(path)
    if (files.length > 1) shown = (file) => (file === undefined ? displayName : shownLike(path, file))
    connection = await connect()
    const format = await commonFormat(connection, files, shown)
    const layout = await layoutOf(
      { connection, files, format, shown },
      options.features?.map((feature) => feature.name),
    )
    const { rows, kinds } = await findKinds(connection, layout, layout.from(files), options.features && sampleRows)
    if (rows === 0) {
      const what = format.kind === 'csv' || format.kind === 'tsv' ? 'has a header but no rows' : 'has no rows'
      throw new XenolithError('empty-data', `${displayName} ${what}`)
    }
    checkTypes(options.types, layout.columns, displayName)
    const columns = layout.columns.map(({ name, storage }, i): SourceColumn => {
      const kind = options.types?.[name]
      const found = kind ? { ...kinds[i], kind, mistyped: false } : kinds[i]
      return { ...found, name, ref: `c${i}`, storage }
    })
    const { headerless } = layout
    const from = (some = files) => layout.from(some)
    const known = options.features ? undefined : rows
    return { path, displayName, files, columns, rows: known, headerless, connection, from, shown, close }
  } catch (error) {
    await close()
    throw fileError(error, shown)
  }
}

/** A copy of an input that can be read only once. */
async function spoolStream(path: string, displayName: string): Promise<Spool | undefined> {
  if (path === '-') return spool(process.stdin, displayName)
  if (!(await isStream(path))) return undefined
  await expandPath(path)
  return spool(createReadStream(path), displayName)
}

async function commonFormat(
  connection: DuckDBConnection,
  files: readonly string[],
  shown: (file: string) => string,
): ReturnType<typeof formatOf> {
  const first = await formatOf(connection, files[0], shown(files[0]))
  for (const file of files) {
    const format = await formatOf(connection, file, shown(file))
    if (format.kind !== first.kind || format.compression !== first.compression) {
      throw new XenolithError('file-unreadable', `${shown(file)} is of another format than ${shown(files[0])}`)
    }
    await checkComplete(file, format.compression, shown(file))
  }
  return first
}

function checkTypes(types: OpenOptions['types'], columns: readonly { name: string }[], displayName: string): void {
  for (const name of Object.keys(types ?? {})) {
    if (!columns.some((column) => column.name === name)) throw missingColumn(name, columns, displayName)
  }
}

/** The error for a column that is not in the file, with those that are. */
export function missingColumn(name: string, columns: readonly { name: string }[], displayName: string): XenolithError {
  const names = columns.map((column) => column.name)
  const listed = names.length > 12 ? [...names.slice(0, 12), `... (${names.length} in all)`] : names
  return new XenolithError(
    'missing-column',
    `${displayName} has no column ${quoted(name)}; it has ${listed.map(oneLine).join(', ')}`,
  )
}

function shownLike(path: string, file: string): string {
  return path.startsWith(sep) ? file : relative(process.cwd(), file)
}
