import { addColumn, Body } from './body.js'
import { FlatBuilder, type FlatField, type Ref } from './flatbuffer.js'
import { FILE_MAGIC } from './magic.js'
import type { ArrowCells, ArrowOutput, ArrowOutputType } from './output.js'

export type { ArrowCells, ArrowOutput, ArrowOutputType } from './output.js'

/** Rows on their way to Arrow IPC. The bytes that the three return, one after the other, are a stream, or a file. */
export interface ArrowEncoder {
  start(): Uint8Array
  /** One array per column, of the same length. NaN, null and undefined are missing values. */
  batch(columns: readonly ArrowCells[]): Uint8Array
  end(): Uint8Array
}

const VERSION_5 = 4
const SCHEMA = 1
const DICTIONARY = 2
const RECORDS = 3

/**
 * Writes columns as Arrow IPC, uncompressed: a stream, or with `file` the file format that Feather readers open.
 *
 * @example
 * ```ts
 * import { arrowEncoder, readBytes } from '@xenolith/files/pure'
 *
 * const encoder = arrowEncoder([{ name: 'x', type: 'float64' }, { name: 'color', type: { dictionary: ['blue', 'red'] } }])
 * const parts = [encoder.start(), encoder.batch([[1.5, Number.NaN], [1, 0]]), encoder.end()]
 * const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
 * readBytes(bytes, { name: 'colors.arrows' }).table.columns[0] // => { name: 'x', kind: 'numeric', values: Float64Array(2) [ 1.5, NaN ] }
 * ```
 */
export function arrowEncoder(
  columns: readonly ArrowOutput[],
  { file = false }: { readonly file?: boolean } = {},
): ArrowEncoder {
  let written = 0
  const dictionaries: Block[] = []
  const batches: Block[] = []
  const tell = (parts: readonly Uint8Array[]): Uint8Array => {
    const out = concatenated(parts)
    written += out.length
    return out
  }
  const placed = (message: Encoded, before: number, blocks: Block[]): Uint8Array => {
    blocks.push({ offset: before, metadata: message.metadata, body: message.bytes.length - message.metadata })
    return message.bytes
  }
  return {
    start() {
      const parts = file ? [FILE_MAGIC, schemaMessage(columns)] : [schemaMessage(columns)]
      let at = parts.reduce((sum, { length }) => sum + length, 0)
      for (const [id, { type }] of columns.entries()) {
        if (typeof type === 'string') continue
        const bytes = placed(dictionaryMessage(id, type.dictionary), at, dictionaries)
        parts.push(bytes)
        at += bytes.length
      }
      return tell(parts)
    },
    batch(cells) {
      const body = new Body()
      for (const [j, { type }] of columns.entries()) addColumn(body, type, cells[j])
      return tell([placed(recordMessage(cells[0]?.length ?? 0, body), written, batches)])
    },
    end() {
      const end = new Uint8Array(8).fill(0xff, 0, 4)
      return tell(file ? [end, footer(columns, dictionaries, batches)] : [end])
    },
  }
}

interface Block {
  readonly offset: number
  /** Bytes of the prefix and the metadata. */
  readonly metadata: number
  readonly body: number
}

interface Encoded {
  readonly bytes: Uint8Array
  readonly metadata: number
}

const field = (type: FlatField['type'], value: number): FlatField => ({ type, value })

function message(builder: FlatBuilder, type: number, header: Ref, body: readonly Uint8Array[]): Encoded {
  const length = body.reduce((sum, part) => sum + part.length, 0)
  const root = builder.table([
    field('short', VERSION_5),
    field('byte', type),
    field('ref', header),
    field('long', length),
  ])
  const metadata = builder.finish(root)
  const prefix = new Uint8Array(8).fill(0xff, 0, 4)
  new DataView(prefix.buffer).setInt32(4, metadata.length, true)
  return { bytes: concatenated([prefix, metadata, ...body]), metadata: 8 + metadata.length }
}

function schemaMessage(columns: readonly ArrowOutput[]): Uint8Array {
  const builder = new FlatBuilder()
  return message(builder, SCHEMA, schemaTable(builder, columns), []).bytes
}

function schemaTable(builder: FlatBuilder, columns: readonly ArrowOutput[]): Ref {
  const fields = columns.map(({ name, type }, id) => {
    const text = builder.text(name)
    const [number, details] = typeTable(builder, type)
    const dictionary = typeof type === 'string' ? undefined : encodingTable(builder, id)
    const children = builder.refs([])
    return builder.table([
      field('ref', text),
      field('byte', 1),
      field('byte', number),
      field('ref', details),
      dictionary === undefined ? undefined : field('ref', dictionary),
      field('ref', children),
    ])
  })
  return builder.table([field('short', 0), field('ref', builder.refs(fields))])
}

function encodingTable(builder: FlatBuilder, id: number): Ref {
  const index = builder.table([field('int', 32), field('byte', 1)])
  return builder.table([field('long', id), field('ref', index)])
}

/** The number of a type in the format's union, and its details. */
function typeTable(builder: FlatBuilder, type: ArrowOutputType): [number, Ref] {
  switch (type) {
    case 'float64':
      return [3, builder.table([field('short', 2)])]
    case 'int64':
      return [2, builder.table([field('int', 64), field('byte', 1)])]
    case 'int32':
      return [2, builder.table([field('int', 32), field('byte', 1)])]
    case 'bool':
      return [6, builder.table([])]
    case 'date':
      return [8, builder.table([field('short', 0)])]
    case 'timestamp':
      return [10, builder.table([field('short', 2)])]
    case 'null':
      return [1, builder.table([])]
    default:
      return [5, builder.table([])]
  }
}

function recordMessage(rows: number, body: Body): Encoded {
  const builder = new FlatBuilder()
  return message(builder, RECORDS, batchTable(builder, rows, body), body.parts)
}

function dictionaryMessage(id: number, values: readonly string[]): Encoded {
  const body = new Body()
  addColumn(body, 'utf8', values)
  const builder = new FlatBuilder()
  const data = batchTable(builder, values.length, body)
  return message(builder, DICTIONARY, builder.table([field('long', id), field('ref', data)]), body.parts)
}

function batchTable(builder: FlatBuilder, rows: number, body: Body): Ref {
  const nodes = builder.longs(body.nodes, 2)
  const buffers = builder.longs(body.places, 2)
  return builder.table([field('long', rows), field('ref', nodes), field('ref', buffers)])
}

function footer(
  columns: readonly ArrowOutput[],
  dictionaries: readonly Block[],
  batches: readonly Block[],
): Uint8Array {
  const builder = new FlatBuilder()
  const schema = schemaTable(builder, columns)
  // A block's second long holds an int and its padding.
  const places = (blocks: readonly Block[]): Ref =>
    builder.longs(
      blocks.flatMap(({ offset, metadata, body }) => [offset, metadata, body]),
      3,
    )
  const [first, second] = [places(dictionaries), places(batches)]
  const root = builder.table([
    field('short', VERSION_5),
    field('ref', schema),
    field('ref', first),
    field('ref', second),
  ])
  const bytes = builder.finish(root)
  const tail = new Uint8Array(10)
  new DataView(tail.buffer).setInt32(0, bytes.length, true)
  tail.set(FILE_MAGIC.subarray(0, 6), 4)
  return concatenated([bytes, tail])
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
