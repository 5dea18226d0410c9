import type { ArrowType } from './schema.js'
import { dateText, decimalText, timeText } from './written.js'

/** The values of one field in one batch. */
export interface Vector {
  readonly rows: number
  /** NaN for a missing value. Dates are seconds since 1970 (UTC). */
  number(row: number): number
  /** As a person would write it; null for a missing value. */
  text(row: number): string | null
}

/** Hands out the buffers of a batch one after the other. */
export interface Buffers {
  next(): Uint8Array
  /** How many buffers of long texts the next field of views has. */
  variadic(): number
}

/** The vector of a type from its buffers, of which the first says which values are there. */
export function vectorOf(type: ArrowType, rows: number, buffers: Buffers): Vector {
  if (type.id === 'null') return { rows, number: () => Number.NaN, text: () => null }
  const present = presence(buffers.next(), rows)
  if (type.id === 'utf8' || type.id === 'large-utf8') return texts(type.id, rows, present, buffers)
  if (type.id === 'utf8-view') return views(rows, present, buffers)
  const data = viewOf(buffers.next())
  if (type.id === 'bool') {
    need(data, Math.ceil(rows / 8))
    const bit = (i: number): number => (data.getUint8(i >> 3) >> (i & 7)) & 1
    return {
      rows,
      number: (i) => (present(i) ? bit(i) : Number.NaN),
      text: (i) => (present(i) ? String(bit(i) === 1) : null),
    }
  }
  if (!('bits' in type)) throw new RangeError('a type without values')
  need(data, (rows * type.bits) / 8)
  const { number, text } = plain(type, data)
  return {
    rows,
    number: (i) => (present(i) ? number(i) : Number.NaN),
    text: (i) => (present(i) ? text(i) : null),
  }
}

/** Values of a dictionary, by indices. */
export function dictionaryVector(indices: Vector, values: Vector): Vector {
  const numbers = new Float64Array(values.rows).fill(Number.NaN)
  const words: (string | null)[] = new Array(values.rows)
  const known = new Uint8Array(values.rows)
  const look = (i: number): number => {
    const at = indices.number(i)
    if (Number.isNaN(at)) return -1
    if (!(at >= 0 && at < values.rows)) throw new RangeError('an index outside the dictionary')
    if (known[at] === 0) {
      numbers[at] = values.number(at)
      words[at] = values.text(at)
      known[at] = 1
    }
    return at
  }
  return {
    rows: indices.rows,
    number: (i) => {
      const at = look(i)
      return at < 0 ? Number.NaN : numbers[at]
    },
    text: (i) => {
      const at = look(i)
      return at < 0 ? null : words[at]
    },
  }
}

/** One vector after another: a dictionary to which a batch adds. */
export function joined(first: Vector, second: Vector): Vector {
  return {
    rows: first.rows + second.rows,
    number: (i) => (i < first.rows ? first.number(i) : second.number(i - first.rows)),
    text: (i) => (i < first.rows ? first.text(i) : second.text(i - first.rows)),
  }
}

type Present = (row: number) => boolean

/** An empty buffer stands for values that are all there. */
function presence(bits: Uint8Array, rows: number): Present {
  if (bits.length === 0) return () => true
  if (bits.length < Math.ceil(rows / 8)) throw new RangeError('too few validity bits')
  return (i) => ((bits[i >> 3] >> (i & 7)) & 1) === 1
}

const decoder = new TextDecoder()

function texts(id: 'utf8' | 'large-utf8', rows: number, present: Present, buffers: Buffers): Vector {
  const offsets = viewOf(buffers.next())
  const data = buffers.next()
  const wide = id === 'large-utf8'
  if (rows > 0) need(offsets, (rows + 1) * (wide ? 8 : 4))
  const at = (i: number): number => (wide ? Number(offsets.getBigInt64(8 * i, true)) : offsets.getInt32(4 * i, true))
  return written(rows, present, (i) => {
    const [start, end] = [at(i), at(i + 1)]
    if (!(start >= 0 && start <= end && end <= data.length)) throw new RangeError('text outside its buffer')
    return decoder.decode(data.subarray(start, end))
  })
}

/** Texts of up to twelve bytes stand in the view itself, longer ones in buffers behind it. */
function views(rows: number, present: Present, buffers: Buffers): Vector {
  const bytes = buffers.next()
  const view = viewOf(bytes)
  need(view, 16 * rows)
  const long = Array.from({ length: buffers.variadic() }, () => buffers.next())
  return written(rows, present, (i) => {
    const length = view.getInt32(16 * i, true)
    if (length <= 12) return decoder.decode(bytes.subarray(16 * i + 4, 16 * i + 4 + Math.max(0, length)))
    const data = long[view.getInt32(16 * i + 8, true)]
    const start = view.getInt32(16 * i + 12, true)
    if (data === undefined || start < 0 || start + length > data.length) throw new RangeError('text outside its buffer')
    return decoder.decode(data.subarray(start, start + length))
  })
}

function written(rows: number, present: Present, word: (row: number) => string): Vector {
  const text = (i: number): string | null => (present(i) ? word(i) : null)
  return { rows, text, number: () => Number.NaN }
}

type Plain = Extract<ArrowType, { readonly bits: number }>

function plain(type: Plain, data: DataView): { number(i: number): number; text(i: number): string } {
  if (type.id === 'float') {
    const number = floats(type.bits, data)
    return { number, text: (i) => String(number(i)) }
  }
  const integer = integers(type.bits, type.id !== 'int' || type.signed, data)
  const small = type.bits < 64 ? (integer as (i: number) => number) : (i: number) => Number(integer(i))
  if (type.id === 'int') return { number: small, text: (i) => String(integer(i)) }
  if (type.id === 'decimal') {
    const text = (i: number): string => decimalText(BigInt(integer(i)), type.scale)
    return { number: (i) => Number(text(i)), text }
  }
  const { perSecond } = type
  const seconds = perSecond < 1 ? (i: number) => small(i) * 86400 : (i: number) => small(i) / perSecond
  if (type.id === 'time') return { number: seconds, text: (i) => timeText(BigInt(integer(i)), perSecond) }
  if (type.id === 'duration') return { number: seconds, text: (i) => String(seconds(i)) }
  if (type.id === 'date') return { number: seconds, text: (i) => dateText(seconds(i)) }
  const perDay = 86400n * BigInt(perSecond)
  return {
    number: seconds,
    text: (i) => {
      const count = BigInt(integer(i))
      const within = ((count % perDay) + perDay) % perDay
      return `${dateText(Number((count - within) / perDay) * 86400)} ${timeText(within, perSecond)}`
    },
  }
}

function floats(bits: number, data: DataView): (i: number) => number {
  if (bits === 64) return (i) => data.getFloat64(8 * i, true)
  if (bits === 32) return (i) => data.getFloat32(4 * i, true)
  if (bits === 16) return (i) => half(data.getUint16(2 * i, true))
  throw new RangeError('floating-point numbers of another width')
}

function half(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1024 + fraction) * 2 ** (exponent - 25)
}

function integers(bits: number, signed: boolean, data: DataView): (i: number) => number | bigint {
  switch (bits) {
    case 8:
      return signed ? (i) => data.getInt8(i) : (i) => data.getUint8(i)
    case 16:
      return signed ? (i) => data.getInt16(2 * i, true) : (i) => data.getUint16(2 * i, true)
    case 32:
      return signed ? (i) => data.getInt32(4 * i, true) : (i) => data.getUint32(4 * i, true)
    case 64:
      return signed ? (i) => data.getBigInt64(8 * i, true) : (i) => data.getBigUint64(8 * i, true)
    case 128:
    case 256:
      return (i) => wideInteger(data, i, bits / 64)
    default:
      throw new RangeError('integers of another width')
  }
}

function wideInteger(data: DataView, i: number, words: number): bigint {
  const at = 8 * words * i
  let value = data.getBigInt64(at + 8 * (words - 1), true)
  for (let word = words - 2; word >= 0; word--) value = (value << 64n) | data.getBigUint64(at + 8 * word, true)
  return value
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function need(view: DataView, bytes: number): void {
  if (view.byteLength < bytes) throw new RangeError('a buffer is too short')
}
