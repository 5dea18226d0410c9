import { open, rename } from 'node:fs/promises'
import { XenolithError } from '@xenolith/core'
import { arrowEncoder } from '../arrow/encode.js'
import { writeParquet } from '../parquet/write.js'
import { writeError } from '../system/errors.js'
import { createTemporary, outputTarget, removeTemporary } from '../system/temporary.js'
import { csvRows, jsonRows, type OutputBatch, type OutputColumn, type RowWriter, spoolRows } from './cells.js'
import { fileSink, type Sink, stdoutSink } from './sink.js'

/** Rows on their way to a file, which appears whole at `commit` or not at all. */
export interface Writer {
  write(batch: OutputBatch): Promise<void>
  commit(): Promise<void>
  /** Leaves no trace; harmless after `commit`. */
  abort(): Promise<void>
}

interface Shape {
  readonly rows: RowWriter
  start(): string | Uint8Array
  end(): string | Uint8Array
  readonly gzip: boolean
  readonly parquet: boolean
}

/**
 * A writer of the format that the path's extension names: csv, tsv, ndjson, jsonl, json (each also .gz), parquet, arrow, feather or arrows. `-` is CSV on standard output.
 *
 * @example
 * ```ts
 * import { mkdtemp, readFile, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'alarms.csv')
 * const writer = await createWriter(path, [{ name: 'id', type: 'id-number' }, { name: 'alarm', type: 'boolean' }])
 * await writer.write([[1, 2], [false, true]])
 * await writer.commit()
 * await readFile(path, 'utf8') // => 'id,alarm\n1,false\n2,true\n'
 * await rm(folder, { recursive: true })
 * ```
 */
export async function createWriter(path: string, columns: readonly OutputColumn[]): Promise<Writer> {
  const shape = shapeOf(path, columns)
  if (path === '-') return streamWriter(stdoutSink(), shape)
  try {
    const target = await outputTarget(path)
    if (target.regular) return await fileWriter(path, target.path, columns, shape)
    if (shape.parquet) throw new XenolithError('output-unwritable', `${path} is not a plain file, which Parquet needs`)
    return streamWriter(fileSink(await open(target.path, 'w'), shape.gzip, path), shape)
  } catch (error) {
    throw writeError(error, path)
  }
}

function shapeOf(path: string, columns: readonly OutputColumn[]): Shape {
  const [, extension = '', packed = ''] = /\.([a-z]+?)(?:\.(gz|zst))?$/i.exec(path.toLowerCase()) ?? []
  const gzip = packed === 'gz'
  const text = { start: () => '', end: () => '', gzip, parquet: false }
  if (path === '-' || (extension === 'csv' && packed !== 'zst')) return { ...text, rows: csvRows(columns, ',') }
  if (packed !== 'zst') {
    if (extension === 'tsv') return { ...text, rows: csvRows(columns, '\t') }
    if (extension === 'ndjson' || extension === 'jsonl') return { ...text, rows: jsonRows(columns, false) }
    if (extension === 'json') return { ...text, rows: jsonRows(columns, true), start: () => '[\n', end: () => '\n]\n' }
    if (extension === 'parquet' && !gzip) return { ...text, rows: spoolRows(columns), parquet: true }
    if (/^(arrows?|feather|ipc)$/.test(extension) && !gzip)
      return { ...text, ...arrowShape(columns, extension !== 'arrows') }
  }
  const known = '.csv, .tsv, .ndjson, .jsonl, .json (each also with .gz), .parquet, .arrow, .feather or .arrows'
  throw new XenolithError('output-unwritable', `${path}: unknown output format; expected a name that ends in ${known}`)
}

const arrowTypes = {
  'id-string': 'utf8',
  'id-number': 'int64',
  number: 'float64',
  boolean: 'bool',
  string: 'utf8',
  json: 'utf8',
} as const

/** A file of Arrow, or a stream of it. */
function arrowShape(columns: readonly OutputColumn[], file: boolean): Pick<Shape, 'rows' | 'start' | 'end'> {
  const encoder = arrowEncoder(
    columns.map(({ name, type }) => ({ name, type: arrowTypes[type] })),
    { file },
  )
  const empty = new Uint8Array(0)
  return { ...encoder, rows: (batch) => (batch[0].length === 0 ? empty : encoder.batch(batch)) }
}

function streamWriter(sink: Sink, shape: Shape): Writer {
  let first = true
  const write = async (batch: OutputBatch) => {
    if (first) await sink.write(shape.start())
    await sink.write(shape.rows(batch, first))
    first = false
  }
  const commit = async () => {
    if (first) await write([[]])
    await sink.write(shape.end())
    await sink.end()
  }
  return { write, commit, abort: sink.destroy }
}

async function fileWriter(
  path: string,
  target: string,
  columns: readonly OutputColumn[],
  shape: Shape,
): Promise<Writer> {
  const { path: temporary, handle } = await createTemporary(target)
  const rows = streamWriter(fileSink(handle, shape.gzip, path), shape)
  let unfinished = true
  const abort = async () => {
    if (unfinished) await rows.abort()
    unfinished = false
    await removeTemporary(temporary)
  }
  const commit = async () => {
    try {
      await rows.commit()
      unfinished = false
      if (shape.parquet) await writeParquet(temporary, columns, target)
      else await rename(temporary, target)
      await removeTemporary(temporary)
    } catch (error) {
      await abort()
      throw writeError(error, path)
    }
  }
  return { write: rows.write, commit, abort }
}
