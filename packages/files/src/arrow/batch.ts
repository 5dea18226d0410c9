import { unlz4 } from '../compression/lz4.js'
import { unzstd } from '../compression/unzstd.js'
import type { FlatTable } from './flatbuffer.js'
import type { ArrowField } from './schema.js'
import { type Buffers, dictionaryVector, type Vector, vectorOf } from './vector.js'

const LZ4 = 0
const ZSTD = 1
const MOST_BYTES = 2 ** 31 - 1

/** The fields' vectors in a record batch; undefined for a field that only is passed over. */
export function readBatch(
  batch: FlatTable,
  body: Uint8Array,
  fields: readonly ArrowField[],
  dictionaries: ReadonlyMap<number, Vector>,
): { readonly rows: number; readonly vectors: readonly (Vector | undefined)[] } {
  const rows = batch.long(0)
  const nodes = batch.longs(1, 2)
  const buffers = buffersOf(batch, body)
  let node = 0
  const nodeRows = (): number => {
    if (2 * node >= nodes.length) throw new RangeError('too few fields in a batch')
    return nodes[2 * node++]
  }
  const read = (field: ArrowField): Vector | undefined => {
    const length = nodeRows()
    if (!Number.isSafeInteger(length) || length < 0) throw new RangeError('a negative number of rows')
    if (field.dictionary !== undefined) {
      const indices = vectorOf(field.dictionary.index, length, buffers)
      const values = dictionaries.get(field.dictionary.id)
      if (field.type.id === 'other') return undefined
      if (values === undefined) throw new RangeError('a dictionary is missing')
      return dictionaryVector(indices, values)
    }
    if (field.type.id !== 'other') return vectorOf(field.type, length, buffers)
    for (let i = 0; i < field.type.buffers; i++) buffers.next()
    if (field.type.variadic) for (let i = buffers.variadic(); i > 0; i--) buffers.next()
    for (const child of field.children) read(child)
    return undefined
  }
  const vectors = fields.map(read)
  if (!Number.isSafeInteger(rows) || rows < 0 || vectors.some((vector) => vector && vector.rows !== rows)) {
    throw new RangeError('fields of unequal length')
  }
  return { rows, vectors }
}

function buffersOf(batch: FlatTable, body: Uint8Array): Buffers {
  const places = batch.longs(2, 2)
  const compression = batch.table(3)
  const variadic = batch.longs(4, 1)
  let buffer = 0
  let views = 0
  const raw = (): Uint8Array => {
    if (2 * buffer >= places.length) throw new RangeError('too few buffers in a batch')
    const [offset, length] = [places[2 * buffer], places[2 * buffer + 1]]
    buffer++
    if (!(offset >= 0 && length >= 0 && offset + length <= body.length)) throw new RangeError('a buffer beyond the end')
    return body.subarray(offset, offset + length)
  }
  return {
    next: compression === undefined ? raw : () => unpacked(raw(), compression.byte(0)),
    variadic: () => variadic[views++] ?? 0,
  }
}

/** A packed buffer begins with its length; -1 when it is not packed after all. */
function unpacked(bytes: Uint8Array, codec: number): Uint8Array {
  if (bytes.length === 0) return bytes
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0, true))
  const packed = bytes.subarray(8)
  if (length === -1) return packed
  if (!(length >= 0 && length <= MOST_BYTES)) throw new RangeError('a packed buffer of an impossible length')
  const out = codec === LZ4 ? unlz4(packed, length) : codec === ZSTD ? unzstdTo(packed, length) : undefined
  if (out === undefined) throw new RangeError('a packed buffer is damaged')
  return out
}

function unzstdTo(packed: Uint8Array, length: number): Uint8Array | undefined {
  const out = new Uint8Array(length)
  let filled = 0
  const whole = unzstd(packed, (chunk) => {
    if (filled + chunk.length > length) return false
    out.set(chunk, filled)
    filled += chunk.length
    return true
  })
  return whole && filled === length ? out : undefined
}
