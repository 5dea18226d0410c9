import { type ModelFile, selectRows, type Table, XenolithError } from '@xenolith/core'
import { columnCells } from '@xenolith/files'
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

/** The rows in a body, read as the command reads a file of that kind, so that scores are the same to the bit. */
export function readRows(
  bytes: Uint8Array,
  contentType: string,
  { model }: ModelFile,
  { rowKey, limit }: { rowKey: string | null; limit: number },
): Rows {
  const type = contentType.split(';')[0].trim().toLowerCase()
  const name = names[type]
  if (name === undefined)
    throw new XenolithError('unsupported-media', `rows come as ${rowTypes.join(', ')}, not as "${type}"`)
  if (name.endsWith('json')) checkJson(bytes, name.endsWith('.ndjson'))
  const key = rowKey ?? undefined
  const types = new Map(model.features.map((feature) => [feature.name, feature.kind]))
  const read = readBytes(bytes, { name, features: model.features.map((feature) => feature.name), types, id: key })
  if (read.table.rows === 0) throw new XenolithError('empty-data', 'the body has no rows')
  if (read.table.rows > limit) throw new XenolithError('too-large', `${read.table.rows} rows, at most ${limit} at once`)
  return { table: read.table, keys: Array.from({ length: read.table.rows }, (_, i) => read.ids?.[i] ?? `${i + 1}`) }
}

/** The reader of files also takes what some programs write for JSON, such as NaN; over HTTP it is JSON or nothing. */
function checkJson(bytes: Uint8Array, byLine: boolean): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const parts = byLine ? text.split('\n') : [text]
  parts.forEach((part, i) => {
    if (byLine && part.trim() === '') return
    try {
      JSON.parse(part)
    } catch {
      throw new XenolithError('bad-request', byLine ? `line ${i + 1} of the body is not JSON` : 'the body is not JSON')
    }
  })
}

/** The cells of some rows, as objects by column. */
export function cellsOf(table: Table, rows: readonly number[]): Record<string, string | number | null>[] {
  const chosen = selectRows(table, rows)
  const columns = chosen.columns.map((column) => ({ name: column.name, cells: columnCells(column) }))
  return rows.map((_, i) =>
    Object.fromEntries(
      columns.map(({ name, cells }) => {
        const cell = cells[i] as string | number | null
        return [name, typeof cell === 'number' && Number.isNaN(cell) ? null : cell]
      }),
    ),
  )
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
