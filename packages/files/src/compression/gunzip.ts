import { crc32 } from './crc32.js'
import { type Codes, codesOf } from './huffman.js'

/** Takes unpacked bytes; false to stop. */
export type Emit = (chunk: Uint8Array) => boolean

const WINDOW = 1 << 15
const BUFFER = 1 << 17
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Unpacks a gzip file (RFC 1952), member after member. Whether it was whole and undamaged, its checksums among that; true if stopped. */
export function gunzip(data: Uint8Array, emit: Emit): boolean {
  const inflater = new Inflater(data, emit)
  let at = 0
  do {
    at = afterHeader(data, at)
    if (at < 0) return false
    at = inflater.member(at)
    if (at < 0) return inflater.stopped
  } while (at < data.length && data[at] !== 0)
  return isPadding(data.subarray(at))
}

/** Zeros after the last member; anything behind them would be lost. */
export function isPadding(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}

/** Where the deflated data of a member begin, -1 if its header is not whole. */
function afterHeader(data: Uint8Array, start: number): number {
  if (data[start] !== 0x1f || data[start + 1] !== 0x8b || data[start + 2] !== 8 || (data[start + 3] & 0xe0) !== 0)
    return -1
  const flags = data[start + 3]
  let at = start + 10
  if (flags & 4) at += 2 + (data[at] | (data[at + 1] << 8))
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue
    while (at < data.length && data[at] !== 0) at++
    at++
  }
  if (flags & 2) {
    const check = crc32(data, start, Math.min(at, data.length)) & 0xffff
    if ((data[at] | (data[at + 1] << 8)) !== check) return -1
    at += 2
  }
  return at < data.length ? at : -1
}

class Inflater {
  stopped = false
  readonly #data: Uint8Array
  readonly #emit: Emit
  #at = 0
  #bits = 0
  #count = 0
  readonly #out = new Uint8Array(BUFFER)
  #length = 0
  #emitted = 0
  #crc = 0
  #size = 0

  constructor(data: Uint8Array, emit: Emit) {
    this.#data = data
    this.#emit = emit
  }

  /** Unpacks one member; where the next begins, -1 if this one is damaged, cut short or not wanted any more. */
  member(start: number): number {
    this.#at = start
    this.#bits = this.#count = this.#length = this.#emitted = this.#crc = this.#size = 0
    for (let last = 0; last === 0; ) {
      last = this.#take(1)
      const type = this.#take(2)
      if (last < 0 || type < 0) return -1
      const ok =
        type === 0 ? this.#stored() : type === 1 ? this.#packed(FIXED) : type === 2 && this.#packed(this.#dynamic())
      if (!ok) return -1
    }
    if (!this.#flush()) return -1
    this.#at -= this.#count >> 3
    const view = new DataView(this.#data.buffer, this.#data.byteOffset, this.#data.length)
    if (this.#at + 8 > this.#data.length) return -1
    const same = view.getUint32(this.#at, true) === this.#crc && view.getUint32(this.#at + 4, true) === this.#size >>> 0
    return same ? this.#at + 8 : -1
  }

  #take(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#data.length) return -1
      this.#bits |= this.#data[this.#at++] << this.#count
      this.#count += 8
    }
    const value = this.#bits & ((1 << count) - 1)
    this.#bits >>>= count
    this.#count -= count
    return value
  }

  /** Makes room for a match; the last 32 KB stay as the window. */
  #flush(): boolean {
    if (this.#length > this.#emitted) {
      const chunk = this.#out.slice(this.#emitted, this.#length)
      this.#crc = crc32(chunk, 0, chunk.length, this.#crc)
      this.#size = (this.#size + chunk.length) % 2 ** 32
      if (!this.#emit(chunk)) {
        this.stopped = true
        return false
      }
    }
    const kept = Math.min(this.#length, WINDOW)
    this.#out.copyWithin(0, this.#length - kept, this.#length)
    this.#length = this.#emitted = kept
    return true
  }

  #stored(): boolean {
    this.#at -= this.#count >> 3
    this.#bits = this.#count = 0
    const data = this.#data
    const length = data[this.#at] | (data[this.#at + 1] << 8)
    const check = data[this.#at + 2] | (data[this.#at + 3] << 8)
    this.#at += 4
    if ((length ^ check) !== 0xffff || this.#at + length > data.length) return false
    if (this.#length + length > BUFFER && !this.#flush()) return false
    this.#out.set(data.subarray(this.#at, this.#at + length), this.#length)
    this.#length += length
    this.#at += length
    return true
  }

  #dynamic(): [Codes, Codes] | undefined {
    const literals = this.#take(5) + 257
    const distances = this.#take(5) + 1
    const count = this.#take(4) + 4
    if (literals > 286 || distances > 30) return undefined
    const lengths = new Uint8Array(19)
    for (let i = 0; i < count; i++) lengths[ORDER[i]] = Math.max(0, this.#take(3))
    const codes = codesOf(lengths)
    if (codes === undefined || codes.bits === 0) return undefined
    const all = new Uint8Array(literals + distances)
    for (let i = 0; i < all.length; ) {
      const symbol = this.#symbol(codes)
      if (symbol < 0) return undefined
      if (symbol < 16) {
        all[i++] = symbol
        continue
      }
      if (symbol === 16 && i === 0) return undefined
      const more = symbol === 16 ? this.#take(2) + 3 : symbol === 17 ? this.#take(3) + 3 : this.#take(7) + 11
      if (i + more > all.length) return undefined
      if (symbol === 16) all.fill(all[i - 1], i, i + more)
      i += more
    }
    if (all[256] === 0) return undefined
    const [literal, distance] = [codesOf(all.subarray(0, literals)), codesOf(all.subarray(literals))]
    return literal && distance && [literal, distance]
  }

  #symbol({ table, bits }: Codes): number {
    while (this.#count < bits && this.#at < this.#data.length) {
      this.#bits |= this.#data[this.#at++] << this.#count
      this.#count += 8
    }
    const entry = table[this.#bits & (table.length - 1)]
    const length = entry & 15
    if (length === 0 || length > this.#count) return -1
    this.#bits >>>= length
    this.#count -= length
    return entry >> 4
  }

  #packed(codes: readonly [Codes, Codes] | undefined): boolean {
    if (codes === undefined) return false
    const [literal, distance] = codes
    for (;;) {
      if (this.#length + 258 > BUFFER && !this.#flush()) return false
      const symbol = this.#symbol(literal)
      if (symbol < 0) return false
      if (symbol < 256) {
        this.#out[this.#length++] = symbol
        continue
      }
      if (symbol === 256) return true
      if (symbol > 285) return false
      const length = LENGTH_BASE[symbol - 257] + this.#take(LENGTH_BITS[symbol - 257])
      const far = this.#symbol(distance)
      if (far < 0 || far > 29) return false
      const back = this.#take(DISTANCE_BITS[far])
      const from = this.#length - DISTANCE_BASE[far] - back
      if (back < 0 || from < 0) return false
      for (let i = 0; i < length; i++) this.#out[this.#length + i] = this.#out[from + i]
      this.#length += length
    }
  }
}

const FIXED: readonly [Codes, Codes] = [
  codesOf(Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)))!,
  codesOf(new Uint8Array(32).fill(5))!,
]
