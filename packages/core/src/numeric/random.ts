import { log } from './elementary.js'

/**
 * A small fast generator (sfc32: 128 bits of state, one of them a counter). Every draw is a pure function of the
 * seed, the label and the index it was made with, so work can be divided over any number of workers.
 *
 * @example
 * ```ts
 * const random = substream(1, 'dice')
 * random.below(6) < 6 // => true
 * ```
 */
export class Random {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(a: number, b: number, c: number) {
    this.a = a | 0
    this.b = b | 0
    this.c = c | 0
    for (let i = 0; i < 20; i++) this.next()
  }

  /** 32 random bits, as an unsigned integer. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum
    this.c |= 0
    return sum >>> 0
  }

  /** Uniform in [0, 1), all 53 bits. */
  float(): number {
    const high = this.next() >>> 5
    const low = this.next() >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }

  /** Uniform in 0 .. bound - 1, without bias, for bound up to 2^32. */
  below(bound: number): number {
    const limit = 4294967296 - (4294967296 % bound)
    let draw = this.next()
    while (draw >= limit) draw = this.next()
    return draw % bound
  }

  /** Standard normal, by Marsaglia's polar method: only log and sqrt, so the same bits everywhere. */
  normal(): number {
    for (;;) {
      const u = 2 * this.float() - 1
      const v = 2 * this.float() - 1
      const s = u * u + v * v
      if (s > 0 && s < 1) return u * Math.sqrt((-2 * log(s)) / s)
    }
  }
}

/**
 * The generator number `index` of the family named `label` under `seed`. Different arguments give unrelated streams.
 *
 * @example
 * ```ts
 * substream(1, 'trees', 3).next() === substream(1, 'trees', 3).next() // => true
 * substream(1, 'trees', 3).next() === substream(1, 'trees', 4).next() // => false
 * ```
 */
export function substream(seed: number, label: string, index = 0): Random {
  const [a, b] = streamWords(seed, label)
  return new Random(a, b, index)
}

/** The two words that, with an index, start the generators of a family. */
export function streamWords(seed: number, label: string): [number, number] {
  let hash = 0x811c9dc5 // FNV-1a of the label, folded into the seed's high word
  for (let i = 0; i < label.length; i++) hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193)
  return [seed | 0, Math.floor(seed / 4294967296) ^ hash]
}

/** A new seed for a named part of the work, for instance one class of several. */
export function deriveSeed(seed: number, label: string, index: number): number {
  return substream(seed, label, index).next()
}

/** Fills `order` with 0, 1, ... and moves a uniform sample of `count` of them, without replacement, to its front. */
export function sampleToFront(order: Int32Array, count: number, random: Random): void {
  const n = order.length
  for (let i = 0; i < n; i++) order[i] = i
  for (let i = 0; i < count; i++) {
    const j = i + random.below(n - i)
    const swap = order[i]
    order[i] = order[j]
    order[j] = swap
  }
}
