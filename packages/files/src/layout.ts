import type { DuckDBConnection } from '@duckdb/node-api'
import { XenolithError } from '@xenolith/core'
import { type Dialect, dialectOf } from './dialect.js'
import { fileList, literal } from './duckdb.js'
import { type Storage, storageOf } from './expressions.js'
import { quoted } from './file-errors.js'
import { type Format, firstLines } from './format.js'

/** What the files hold before any value is read: the columns, and how SQL reads them under the names c0, c1, ... */
export interface Layout {
  /** What SQL selects from to read the files. */
  from(files: readonly string[]): string
  readonly headerless: boolean
  readonly columns: readonly {
    readonly name: string
    readonly storage: Storage
    /** Declared as text, so a column of digits stays categorical. */
    readonly words: boolean
  }[]
}

interface Files {
  readonly connection: DuckDBConnection
  readonly files: readonly string[]
  readonly format: Format
  shown(file?: string): string
}

/** `wanted`: columns that must be found if they exist anywhere, so that a JSON file need not be read twice when its first rows show them. */
export function layoutOf(files: Files, wanted?: readonly string[]): Promise<Layout> {
  if (files.format.kind === 'parquet') return parquetLayout(files)
  return files.format.kind === 'json' ? jsonLayout(files, wanted) : csvLayout(files)
}

async function csvLayout({ connection, files, format, shown }: Files): Promise<Layout> {
  const delimiter = format.kind === 'tsv' ? '\t' : undefined
  const dialects: Dialect[] = []
  for (const file of files) {
    const lines = await firstLines(connection, file, format.compression, shown(file))
    dialects.push(dialectOf(lines, delimiter ?? dialects[0]?.delimiter, shown(file)))
  }
  const [first] = dialects
  checkSameColumns(files, dialects, shown)
  for (const [i, { headerless, skip }] of dialects.entries()) {
    if (headerless === first.headerless && skip === first.skip) continue
    throw new XenolithError(
      'bad-row',
      `${shown(files[i])} starts otherwise than ${shown(files[0])}: expected the same header`,
    )
  }
  const fields = first.names.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ')
  const from = (
    some: readonly string[],
  ) => `read_csv(${fileList(some)}, auto_detect = false, header = ${!first.headerless}, skip = ${first.skip},
    delim = ${literal(first.delimiter)}, quote = '"', escape = '"', strict_mode = true, null_padding = false,
    hive_partitioning = false, compression = '${format.compression}', columns = {${fields}})`
  const columns = first.names.map((name) => ({ name, storage: 'text' as const, words: false }))
  return { from, headerless: first.headerless, columns }
}

async function parquetLayout({ connection, files, shown }: Files): Promise<Layout> {
  const schemas = []
  for (const file of files) schemas.push({ names: await parquetNames(connection, file) })
  checkSameColumns(files, schemas, shown)
  const [{ names }] = schemas
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  if (repeated !== undefined)
    throw new XenolithError('bad-row', `${shown()}: two columns are named ${quoted(repeated)}`)
  const aliases = names.map((_, i) => `c${i}`).join(', ')
  const from = (some: readonly string[]) =>
    `read_parquet(${fileList(some)}, hive_partitioning = false) AS t(${aliases})`
  const types = (await (await connection.run(`DESCRIBE SELECT * FROM ${from(files)}`)).getRowsJS()).map((row) =>
    String(row[1]),
  )
  const columns = names.map((name, i) => ({ name, storage: storageOf(types[i]), words: true }))
  return { from, headerless: false, columns }
}

/** The top-level names of a Parquet schema, which lists its tree depth first. DESCRIBE would rename those that differ only in case. */
async function parquetNames(connection: DuckDBConnection, file: string): Promise<string[]> {
  const sql = `SELECT name, COALESCE(num_children, 0)::INTEGER FROM parquet_schema(${fileList([file])})`
  const [, ...nodes] = (await (await connection.run(sql)).getRowsJS()) as [string, number][]
  const names: string[] = []
  for (let i = 0; i < nodes.length; ) {
    names.push(nodes[i][0])
    for (let pending = 1; pending > 0; i++) pending += nodes[i][1] - 1
  }
  return names
}

async function jsonLayout({ connection, files, format, shown }: Files, wanted?: readonly string[]): Promise<Layout> {
  const compression = format.compression === 'none' ? 'uncompressed' : format.compression
  const options = `hive_partitioning = false, compression = '${compression}'`
  const describe = async (sample: number) => {
    const sql = `DESCRIBE SELECT * FROM read_json(${fileList(files)}, ${options}, union_by_name = true, maximum_depth = 2, sample_size = ${sample})`
    return (await (await connection.run(sql)).getRowsJS()).map((row) => ({
      name: String(row[0]),
      type: String(row[1]),
    }))
  }
  let fields = await describe(wanted ? 20480 : -1)
  if (wanted?.some((name) => !fields.some((field) => field.name === name))) fields = await describe(-1)
  const [only] = fields
  if (fields.length === 1 && only.name === 'json' && only.type !== 'VARCHAR') {
    const empty = only.type === 'JSON'
    throw empty
      ? new XenolithError('empty-data', `${shown()} has no rows`)
      : new XenolithError('bad-row', `${shown()} holds JSON values that are not objects; expected an object per row`)
  }
  for (const { name } of fields) checkCase(name, fields, shown())
  const keys = fields.map(({ name }) => `${literal(name)}: 'VARCHAR'`).join(', ')
  const aliases = fields.map((_, i) => `c${i}`).join(', ')
  const from = (some: readonly string[]) =>
    `read_json(${fileList(some)}, ${options}, columns = {${keys}}) AS t(${aliases})`
  const columns = fields.map(({ name, type }) => {
    const nested = storageOf(type) === 'nested'
    return { name, storage: nested ? ('nested' as const) : ('text' as const), words: type === 'VARCHAR' }
  })
  return { from, headerless: false, columns }
}

/** DuckDB takes keys that differ only in case for one and renames the second `A_1`. */
function checkCase(name: string, fields: readonly { name: string }[], shown: string): void {
  const base = /^(.*)_\d+$/.exec(name)?.[1]
  const twin = fields.find((field) => field.name !== base && field.name.toLowerCase() === base?.toLowerCase())
  if (twin)
    throw new XenolithError(
      'bad-row',
      `${shown}: columns ${quoted(twin.name)} and ${quoted(base!)} differ only in letter case`,
    )
}

function checkSameColumns(
  files: readonly string[],
  layouts: readonly { readonly names: readonly string[] }[],
  shown: (file: string) => string,
): void {
  const expected = layouts[0].names.join(', ')
  for (const [i, { names }] of layouts.entries()) {
    if (names.join(', ') === expected) continue
    throw new XenolithError('bad-row', `${shown(files[i])} has the columns ${names.join(', ')}; expected ${expected}`)
  }
}
