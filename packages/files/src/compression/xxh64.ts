/** 64-bit words as two halves of 32 bits. */
interface Word {
  low: number
  high: number
}

const word = (high: number, low: number): Word => ({ low, high })
const P1 = word(0x9e3779b1, 0x85ebca87)
const P2 = word(0xc2b2ae3d, 0x27d4eb4f)
const P3 = word(0x165667b1, 0x9e3779f9)
const P4 = word(0x85ebca77, 0xc2b2ae63)
const P5 = word(0x27d4eb2f, 0x165667c5)

function add(a: Word, b: Word): Word {
  const low = (a.low >>> 0) + (b.low >>> 0)
  return { low: low | 0, high: (a.high + b.high + (low > 0xffffffff ? 1 : 0)) | 0 }
}

function multiply(a: Word, b: Word): Word {
  const [a0, a1, b0, b1] = [a.low & 0xffff, a.low >>> 16, b.low & 0xffff, b.low >>> 16]
  const p00 = a0 * b0
  const middle = a1 * b0 + (p00 >>> 16)
  const rest = a0 * b1 + (middle % 65536)
  const carry = a1 * b1 + Math.floor(middle / 65536) + Math.floor(rest / 65536)
  const low = (p00 & 0xffff) | ((rest % 65536) << 16)
  return { low, high: (carry + Math.imul(a.low, b.high) + Math.imul(a.high, b.low)) | 0 }
}

function rotate({ low, high }: Word, by: number): Word {
  if (by >= 32) return rotate({ low: high, high: low }, by - 32)
  if (by === 0) return { low, high }
  return { low: (low << by) | (high >>> (32 - by)), high: (high << by) | (low >>> (32 - by)) }
}

function xor(a: Word, b: Word): Word {
  return { low: a.low ^ b.low, high: a.high ^ b.high }
}

/** a ^ (a >>> by) */
function fold({ low, high }: Word, by: number): Word {
  if (by >= 32) return { low: low ^ (by === 32 ? high : high >>> (by - 32)), high }
  return { low: low ^ ((low >>> by) | (high << (32 - by))), high: high ^ (high >>> by) }
}

function round(lane: Word, input: Word): Word {
  return multiply(rotate(add(lane, multiply(input, P2)), 31), P1)
}

/** The low half of XXH64 with seed 0 of bytes that come in pieces: the checksum of zstd. */
export class Xxh64 {
  #lanes = [add(P1, P2), P2, word(0, 0), add(word(0, 0), word(~P1.high + (P1.low === 0 ? 1 : 0), -P1.low))]
  readonly #rest = new Uint8Array(32)
  #used = 0
  #length = 0

  update(data: Uint8Array): void {
    this.#length += data.length
    let at = 0
    if (this.#used > 0) {
      while (this.#used < 32 && at < data.length) this.#rest[this.#used++] = data[at++]
      if (this.#used < 32) return
      this.#block(this.#rest, 0)
      this.#used = 0
    }
    for (; at + 32 <= data.length; at += 32) this.#block(data, at)
    while (at < data.length) this.#rest[this.#used++] = data[at++]
  }

  #block(data: Uint8Array, at: number): void {
    for (let lane = 0; lane < 4; lane++) this.#lanes[lane] = round(this.#lanes[lane], wordAt(data, at + 8 * lane))
  }

  digest(): number {
    let hash = P5
    if (this.#length >= 32) {
      const [a, b, c, d] = this.#lanes
      hash = add(add(rotate(a, 1), rotate(b, 7)), add(rotate(c, 12), rotate(d, 18)))
      for (const lane of this.#lanes) hash = add(multiply(xor(hash, round(word(0, 0), lane)), P1), P4)
    }
    hash = add(hash, word(Math.floor(this.#length / 2 ** 32), this.#length | 0))
    let at = 0
    for (; at + 8 <= this.#used; at += 8) {
      hash = add(multiply(rotate(xor(hash, round(word(0, 0), wordAt(this.#rest, at))), 27), P1), P4)
    }
    if (at + 4 <= this.#used) {
      hash = add(multiply(rotate(xor(hash, multiply(word(0, halfAt(this.#rest, at)), P1)), 23), P2), P3)
      at += 4
    }
    for (; at < this.#used; at++) hash = multiply(rotate(xor(hash, multiply(word(0, this.#rest[at]), P5)), 11), P1)
    hash = multiply(fold(hash, 33), P2)
    hash = multiply(fold(hash, 29), P3)
    return fold(hash, 32).low >>> 0
  }
}

function wordAt(data: Uint8Array, at: number): Word {
  return { low: halfAt(data, at), high: halfAt(data, at + 4) }
}

function halfAt(data: Uint8Array, at: number): number {
  return data[at] | (data[at + 1] << 8) | (data[at + 2] << 16) | (data[at + 3] << 24)
}
