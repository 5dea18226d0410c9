import { XenolithError } from '@xenolith/core'
import { textOf } from './ascii.js'

const MOST_BYTES = 2 ** 31 - 1

/** Words as small numbers, in order of appearance. Words are looked up by their bytes, so that no text is made of a word seen before. */
export class Dictionary {
  #bytes = new Uint8Array(1 << 7)
  #ends = new Int32Array(1 << 4)
  #hashes = new Int32Array(1 << 4)
  #slots = new Int32Array(1 << 5).fill(-1)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of a word; -1 if it was never added. */
  find(data: Uint8Array, start: number, end: number): number {
    return this.#slots[this.#slotOf(data, start, end, hashOf(data, start, end))]
  }

  /** The number of a word, added if it is new. */
  add(data: Uint8Array, start: number, end: number): number {
    const hash = hashOf(data, start, end)
    const slot = this.#slotOf(data, start, end, hash)
    if (this.#slots[slot] >= 0) return this.#slots[slot]
    const number = this.#size++
    const from = this.#startOf(number)
    const to = from + end - start
    if (to > MOST_BYTES) throw new XenolithError('bad-type', 'a column holds more than 2 GB of different texts')
    if (number === this.#ends.length) {
      this.#ends = grown(this.#ends, Int32Array, 2 * number)
      this.#hashes = grown(this.#hashes, Int32Array, 2 * number)
    }
    if (to > this.#bytes.length) this.#bytes = grown(this.#bytes, Uint8Array, Math.max(2 * this.#bytes.length, to))
    for (let i = start, at = from; i < end; i++, at++) this.#bytes[at] = data[i]
    this.#ends[number] = to
    this.#hashes[number] = hash
    this.#slots[slot] = number
    if (2 * this.#size > this.#slots.length) this.#rehash()
    return number
  }

  word(number: number): string {
    return textOf(this.#bytes, this.#startOf(number), this.#ends[number])
  }

  /** Calls back with the bytes of a word. */
  read<T>(number: number, use: (data: Uint8Array, start: number, end: number) => T): T {
    return use(this.#bytes, this.#startOf(number), this.#ends[number])
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]
  }

  /** Where the word stands, or the free slot where it would. */
  #slotOf(data: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]
      if (number < 0 || (this.#hashes[number] === hash && this.#equals(number, data, start, end))) return slot
    }
  }

  #equals(number: number, data: Uint8Array, start: number, end: number): boolean {
    let at = this.#startOf(number)
    if (this.#ends[number] - at !== end - start) return false
    for (let i = start; i < end; i++, at++) if (this.#bytes[at] !== data[i]) return false
    return true
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(-1)
    const mask = slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#hashes[number] & mask
      while (slots[slot] >= 0) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.#slots = slots
  }
}

/** FNV-1a, its high bits mixed into the low ones that choose the slot. */
function hashOf(data: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ data[i], 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function grown<A extends Int32Array | Uint8Array>(from: A, create: new (length: number) => A, length: number): A {
  const to = new create(length)
  to.set(from)
  return to
}
