import type { Random } from '../numeric/random.js'
import type { RankedRows } from './voting-forest.js'

/*
 * The split of a node with the largest fall of the Gini index. With l0 nominal and l1 mixture rows on the left, of N0 and
 * N1, it falls by a constant times (l1 N0 - l0 N1)^2 / (l (N - l)): excess^2 / spread below, compared without division.
 *
 * Rows are not kept in order of the features. Those of a node are counted in buckets of ranks, and only the buckets that
 * can hold the best split are sorted. The fall is convex in (l0, l1), and every split inside a bucket lies in the
 * rectangle from the counts before it to those after it: it is no better than the best corner.
 */

/** A row of the bag in one number: its number, how often it is in the bag and, above, its class. */
export const ROW_BITS = 24
export const ROW: number = (1 << ROW_BITS) - 1
/** The most rows that such numbers can tell apart, and the most often that one counts. */
export const MOST_ROWS: number = 1 << ROW_BITS
export const MOST_TIMES = 31
const CLASS_BIT = 5
const KEY_BITS = 6

/** Nodes of at most this many rows are sorted. */
const SMALL = 24
/** Rows a bucket has on average, and the most buckets. */
const ROWS_A_BUCKET = 4
export const BUCKETS = 1024
/** Longer lists than this are left to the library's sort. */
const SHORT = 48

export function bagged(row: number, times: number, isMixture: number): number {
  return row | (times << ROW_BITS) | (isMixture << (ROW_BITS + CLASS_BIT))
}

export type Ranks = Uint16Array | Int32Array

/** Ranks in as little memory as they need: trees live in the cache. */
function compact({ ranks, rows }: RankedRows): Ranks {
  return rows <= 65536 ? Uint16Array.from(ranks) : ranks
}

export class BestSplit {
  /** Feature by feature, the rank of every row. */
  readonly ranks: Ranks
  /** The split found, -1 if there is none: the last rank on its left, and the rows there by class, counted as often as they are in the bag. */
  feature = -1
  rank = 0
  leftNominal = 0
  leftMixture = 0
  private readonly rows: number
  private readonly keys: Int32Array
  /** Keys of the buckets in question, each bucket at the place of its first row, counted as above. */
  private readonly sorted: Int32Array
  private readonly counts: Int32Array = new Int32Array(2 * BUCKETS)
  /** Where the next key of a bucket goes, -1 if it cannot hold the best split. */
  private readonly room: Int32Array = new Int32Array(BUCKETS)
  private nominal = 0
  private mixture = 0
  private excess = -1
  private spread = 1
  /** Equals of the best split so far, itself among them; 0 when it has not been met. */
  private ties = 0

  constructor(data: RankedRows, trained: number) {
    this.ranks = compact(data)
    this.rows = data.rows
    this.keys = new Int32Array(data.rows)
    this.sorted = new Int32Array(trained)
  }

  /** Begins with a node of so many training rows. */
  begin(nominal: number, mixture: number): void {
    this.nominal = nominal
    this.mixture = mixture
    this.feature = -1
    this.excess = -1
    this.spread = 1
    this.ties = 0
  }

  /** Looks for a better split by feature `f` of the rows `list[from..to-1]` of the bag. */
  look(f: number, list: Int32Array, from: number, to: number, random: Random): void {
    const { ranks, keys } = this
    const base = f * this.rows
    const size = to - from
    let low = 0x7fffffff
    let high = 0
    // A key is a rank and, below it, the class and the number of times: keys sort by rank.
    for (let i = 0; i < size; i++) {
      const row = list[from + i]
      const key = (ranks[base + (row & ROW)] << KEY_BITS) | (row >> ROW_BITS)
      keys[i] = key
      if (key < low) low = key
      if (key > high) high = key
    }
    const first = low >> KEY_BITS
    const range = (high >> KEY_BITS) - first
    if (range === 0) return
    if (size <= SMALL) {
      sort(keys, 0, size)
      this.scanKeys(f, keys, 0, size, 0, 0, random)
      return
    }
    const wanted = Math.min(BUCKETS, Math.max(SMALL, (size / ROWS_A_BUCKET) | 0))
    let shift = 0
    while (range >> shift >= wanted) shift++
    const buckets = (range >> shift) + 1
    this.count(size, first, shift)
    if (shift === 0) this.scanRanks(f, first, buckets, random)
    else this.scanBuckets(f, size, first, shift, buckets, random)
  }

  private count(size: number, first: number, shift: number): void {
    const { keys, counts } = this
    const least = first << KEY_BITS
    const width = KEY_BITS + shift
    for (let i = 0; i < size; i++) {
      const key = keys[i]
      counts[(((key - least) >> width) << 1) | ((key >> CLASS_BIT) & 1)] += key & MOST_TIMES
    }
  }

  /** All splits, where every bucket is one rank. */
  private scanRanks(f: number, first: number, buckets: number, random: Random): void {
    const { counts, nominal, mixture } = this
    const total = nominal + mixture
    let l0 = 0
    let l1 = 0
    for (let b = 0; b < buckets; b++) {
      const c0 = counts[2 * b]
      const c1 = counts[2 * b + 1]
      if (c0 + c1 === 0) continue
      counts[2 * b] = 0
      counts[2 * b + 1] = 0
      l0 += c0
      l1 += c1
      const e = l1 * nominal - l0 * mixture
      const s = (l0 + l1) * (total - l0 - l1)
      if (e * e * this.spread < this.excess * s || s === 0) continue
      if (this.take(e * e, s, random)) this.keep(f, first + b, l0, l1)
    }
  }

  private scanBuckets(f: number, size: number, first: number, shift: number, buckets: number, random: Random): void {
    const { counts, sorted, room } = this
    this.raiseFloor(buckets)
    this.gather(size, first, shift, buckets)
    let l0 = 0
    let l1 = 0
    for (let b = 0; b < buckets; b++) {
      if (room[b] >= 0) {
        sort(sorted, l0 + l1, room[b])
        this.scanKeys(f, sorted, l0 + l1, room[b], l0, l1, random)
      }
      l0 += counts[2 * b]
      l1 += counts[2 * b + 1]
      counts[2 * b] = 0
      counts[2 * b + 1] = 0
    }
  }

  /** The best split is no worse than the best between two buckets. */
  private raiseFloor(buckets: number): void {
    const { counts, nominal, mixture } = this
    const total = nominal + mixture
    let l0 = 0
    let l1 = 0
    for (let b = 0; b < buckets; b++) {
      l0 += counts[2 * b]
      l1 += counts[2 * b + 1]
      const e = l1 * nominal - l0 * mixture
      const s = (l0 + l1) * (total - l0 - l1)
      if (e * e * this.spread <= this.excess * s || s === 0) continue
      this.excess = e * e
      this.spread = s
      this.ties = 0
    }
  }

  /** Collects the keys of the buckets that reach up to the floor. */
  private gather(size: number, first: number, shift: number, buckets: number): void {
    const { counts, room, keys, sorted } = this
    let l0 = 0
    let l1 = 0
    for (let b = 0; b < buckets; b++) {
      const r0 = l0 + counts[2 * b]
      const r1 = l1 + counts[2 * b + 1]
      const open = r0 + r1 > l0 + l1 && (this.reaches(r0, r1) || this.reaches(l0, r1) || this.reaches(r0, l1))
      room[b] = open ? l0 + l1 : -1
      l0 = r0
      l1 = r1
    }
    const least = first << KEY_BITS
    const width = KEY_BITS + shift
    for (let i = 0; i < size; i++) {
      const key = keys[i]
      const b = (key - least) >> width
      const at = room[b]
      if (at < 0) continue
      sorted[at] = key
      room[b] = at + 1
    }
  }

  private reaches(l0: number, l1: number): boolean {
    const { nominal, mixture } = this
    const e = l1 * nominal - l0 * mixture
    const s = (l0 + l1) * (nominal + mixture - l0 - l1)
    return s > 0 && e * e * this.spread >= this.excess * s
  }

  /** The splits after each of some sorted keys, l0 and l1 rows lying before them. */
  private scanKeys(
    f: number,
    keys: Int32Array,
    from: number,
    to: number,
    l0: number,
    l1: number,
    random: Random,
  ): void {
    const { nominal, mixture } = this
    const total = nominal + mixture
    for (let i = from; i < to; ) {
      const key = keys[i++]
      const rank = key >> KEY_BITS
      const times = key & MOST_TIMES
      const inMixture = times & -((key >> CLASS_BIT) & 1)
      l1 += inMixture
      l0 += times - inMixture
      if (i < to && keys[i] >> KEY_BITS === rank) continue
      const e = l1 * nominal - l0 * mixture
      const s = (l0 + l1) * (total - l0 - l1)
      if (e * e * this.spread < this.excess * s || s === 0) continue
      if (this.take(e * e, s, random)) this.keep(f, rank, l0, l1)
    }
  }

  /** Whether to take a split that is at least as good as the best: among equals each is as likely. */
  private take(excess: number, spread: number, random: Random): boolean {
    if (excess * this.spread > this.excess * spread) {
      this.excess = excess
      this.spread = spread
      this.ties = 1
      return true
    }
    this.ties++
    return this.ties === 1 || random.below(this.ties) === 0
  }

  private keep(f: number, rank: number, l0: number, l1: number): void {
    this.feature = f
    this.rank = rank
    this.leftNominal = l0
    this.leftMixture = l1
  }
}

function sort(keys: Int32Array, from: number, to: number): void {
  if (to - from > SHORT) {
    keys.subarray(from, to).sort()
    return
  }
  for (let i = from + 1; i < to; i++) {
    const key = keys[i]
    let j = i
    for (; j > from && keys[j - 1] > key; j--) keys[j] = keys[j - 1]
    keys[j] = key
  }
}
