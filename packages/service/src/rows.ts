import { isUtf8 } from 'node:buffer'
import { type Column, type ModelFile, type Table, XenolithError } from '@xenolith/core'
import { readBytes } from '@xenolith/files/pure'

/** The kinds of bodies that hold rows, and the names that the reader of files knows them by. */
const names: Record<string, string> = {
  'application/json': 'rows.json',
  'application/x-ndjson': 'rows.ndjson',
  'application/ndjson': 'rows.ndjson',
  'text/csv': 'rows.csv',
  'text/tab-separated-values': 'rows.tsv',
}

export const rowTypes: readonly string[] = Object.keys(names)

export interface Rows {
  readonly table: Table
  /** What each row is called: its key, or its number in the body. */
  readonly keys: readonly string[]
}

export interface RowOptions {
  /** The column that names rows. */
  readonly rowKey: string | null
  /** Most rows at once. */
  readonly limit: number
  /** What is done with columns that the model does not know. */
  readonly unknown: 'refuse' | 'ignore'
}

/** The rows in a body, read as the command reads a file of that kind, so that scores are the same to the bit. */
export function readRows(
  bytes: Uint8Array,
  contentType: string,
  { model }: ModelFile,
  { rowKey, limit, unknown }: RowOptions,
): Rows {
  const type = contentType.split(';')[0].trim().toLowerCase()
  const name = names[type]
  if (name === undefined)
    throw new XenolithError('unsupported-media', `rows come as ${rowTypes.join(', ')}, not as "${type}"`)
  // Compressed bytes are never UTF-8, and a small body of them could be a large table.
  if (!isUtf8(bytes)) throw new XenolithError('unsupported-media', 'rows come as UTF-8 text, not compressed')
  const json = name.endsWith('json') ? parseJson(bytes, name.endsWith('.ndjson')) : undefined
  const plain = rowKey === null ? plainNumbers(json, bytes, model.features) : undefined
  const read = plain ?? readAsFile(bytes, name, model.features, rowKey)
  const { rows } = read.table
  if (unknown === 'refuse') refuseUnknown(read.names ?? [], model.features, rowKey)
  if (rows === 0) throw new XenolithError('empty-data', 'the body has no rows')
  if (rows > limit) throw new XenolithError('too-large', `${rows} rows, at most ${limit} at once`)
  if (read.ids?.some((id) => id?.includes('\0'))) throw new XenolithError('bad-row', 'a row key holds a NUL')
  return { table: read.table, keys: Array.from({ length: rows }, (_, i) => read.ids?.[i] ?? `${i + 1}`) }
}

interface Read {
  readonly table: Table
  readonly ids?: readonly (string | null)[]
  readonly names?: readonly string[]
}

function refuseUnknown(names: readonly string[], features: ModelFile['model']['features'], key: string | null): void {
  const known = new Set([...features.map(({ name }) => name), key])
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const shown = unknown.slice(0, 5).map((name) => `"${name}"`)
  const rest = unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''
  throw new XenolithError(
    'bad-row',
    `the model knows no column ${shown.join(', ')}${rest}; add ?unknown=ignore to leave such columns out`,
  )
}

function readAsFile(
  bytes: Uint8Array,
  name: string,
  features: ModelFile['model']['features'],
  key: string | null,
): Read {
  const types = new Map(features.map((feature) => [feature.name, feature.kind]))
  return readBytes(bytes, { name, features: features.map((feature) => feature.name), types, id: key ?? undefined })
}

/** The reader of files also takes what some programs write for JSON, such as NaN; over HTTP it is JSON or nothing. The value, of a whole body. */
function parseJson(bytes: Uint8Array, byLine: boolean): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  if (!byLine) return parsePart(text, 'the body')
  text.split('\n').forEach((line, i) => {
    if (line.trim() !== '') parsePart(line, `line ${i + 1} of the body`)
  })
  return undefined
}

function parsePart(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new XenolithError('bad-request', `${what} is not JSON`)
  }
}

/** Above it a column may span more than numbers can hold, which the reader of files looks at. */
const LARGEST_PLAIN = 1e300

/**
 * Objects that hold a number for every feature and nothing else need no reader of files: the table is the one that it would make.
 * Everything else is left to it, a name that stands twice too: then there are more colons than fields.
 */
function plainNumbers(json: unknown, bytes: Uint8Array, features: ModelFile['model']['features']): Read | undefined {
  if (!Array.isArray(json) || features.some(({ name, kind }) => kind !== 'numeric' || name.includes(':')))
    return undefined
  const columns = features.map(({ name }) => ({
    name,
    kind: 'numeric' as const,
    values: new Float64Array(json.length),
  }))
  for (let row = 0; row < json.length; row++) {
    const object = json[row]
    if (typeof object !== 'object' || object === null || Object.keys(object).length !== columns.length) return undefined
    for (const { name, values } of columns) {
      const value: unknown = Object.hasOwn(object, name) ? object[name] : undefined
      if (typeof value !== 'number' || !(Math.abs(value) <= LARGEST_PLAIN)) return undefined
      values[row] = value
    }
  }
  let colons = 0
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x3a) colons++
  return colons === json.length * columns.length ? { table: { rows: json.length, columns } } : undefined
}

/** The cells of some rows, each as the JSON text of an object by column. */
export function cellTexts(table: Table, rows: readonly number[]): string[] {
  const names = table.columns.map(({ name }) => JSON.stringify(name))
  return rows.map((row) => {
    const fields = table.columns.map((column, i) => `${names[i]}:${cellText(column, row)}`)
    return `{${fields.join(',')}}`
  })
}

function cellText(column: Column, row: number): string {
  if (column.kind === 'numeric') return Number.isNaN(column.values[row]) ? 'null' : JSON.stringify(column.values[row])
  const code = column.codes[row]
  return code < 0 ? 'null' : JSON.stringify(column.categories[code])
}

/** A table of kept rows, for the model that scored them. */
export function tableOf(cells: readonly Record<string, string | number | null>[], file: ModelFile): Table {
  return {
    rows: cells.length,
    columns: file.model.features.map((feature) => {
      const values = cells.map((row) => row[feature.name] ?? null)
      if (feature.kind === 'numeric') {
        return {
          name: feature.name,
          kind: 'numeric',
          values: Float64Array.from(values, (v) => (v === null ? Number.NaN : Number(v))),
        }
      }
      const categories = [...new Set(values.filter((v) => v !== null).map(String))].sort()
      const codes = Int32Array.from(values, (v) => (v === null ? -1 : categories.indexOf(String(v))))
      return { name: feature.name, kind: 'categorical', codes, categories }
    }),
  }
}
