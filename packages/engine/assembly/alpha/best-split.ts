// The best split of a node of the estimators' forest, as core's trees/best-split.ts finds it.
import { below } from '../random'

/** What the search reads and writes. Row numbers of a bag are packed as in core: number, times, class. */
// @ts-ignore: decorator
@unmanaged
export class Search {
  /** u16, or u32 for many rows: by feature, the rank of every row. */
  ranks: usize
  rows: u32
  /** i32 for each row, and i32 for each row trained on. */
  keys: usize
  sorted: usize
  /** Two i32 and one for each bucket; the counts are zero between nodes. */
  counts: usize
  room: usize
}

// These are core's, which makes room for as many buckets.
export const ROW_BITS: u32 = 24
export const ROW: u32 = (1 << ROW_BITS) - 1
export const MOST_TIMES: u32 = 31
const CLASS_BIT: u32 = 5
const KEY_BITS: u32 = 6

const SMALL: u32 = 24
const ROWS_A_BUCKET: u32 = 4
const BUCKETS: u32 = 1024
const SHORT: u32 = 48

// The split found.
export let feature: i32 = -1
export let rank: i32 = 0
export let leftNominal: f64 = 0
export let leftMixture: f64 = 0
// The node, and how good the split is.
let nominal: f64 = 0
let mixture: f64 = 0
let excess: f64 = -1
let spread: f64 = 1
let ties: u32 = 0

/** Begins with a node of so many training rows. */
export function begin(nominals: f64, mixtures: f64): void {
  nominal = nominals
  mixture = mixtures
  feature = -1
  excess = -1
  spread = 1
  ties = 0
}

/** Looks for a better split by feature `f` of the `size` rows of the bag listed at `list`. */
export function look<R>(search: Search, f: u32, list: usize, size: u32): void {
  const ranks = search.ranks + <usize>f * <usize>search.rows * sizeof<R>()
  const keys = search.keys
  let low: i32 = i32.MAX_VALUE
  let high: i32 = 0
  for (let at: usize = 0; at < <usize>size << 2; at += 4) {
    const row = load<u32>(list + at)
    const key = <i32>((<u32>load<R>(ranks + <usize>(row & ROW) * sizeof<R>()) << KEY_BITS) | (row >>> ROW_BITS))
    store<i32>(keys + at, key)
    low = min(low, key)
    high = max(high, key)
  }
  const first = low >> KEY_BITS
  const range = <u32>((high >> KEY_BITS) - first)
  if (range == 0) return
  if (size <= SMALL) {
    sort(keys, size)
    scanKeys(f, keys, size, 0, 0)
    return
  }
  const wanted = min(BUCKETS, max(SMALL, size / ROWS_A_BUCKET))
  let shift: u32 = 0
  while (range >> shift >= wanted) shift++
  const buckets = (range >> shift) + 1
  count(search, size, first, shift)
  if (shift == 0) scanRanks(search, f, first, buckets)
  else scanBuckets(search, f, size, first, shift, buckets)
}

function count(search: Search, size: u32, first: i32, shift: u32): void {
  const keys = search.keys
  const counts = search.counts
  const least = first << KEY_BITS
  const width = KEY_BITS + shift
  for (let at: usize = 0; at < <usize>size << 2; at += 4) {
    const key = load<i32>(keys + at)
    const to = counts + (<usize>(((key - least) >> width << 1) | ((key >> CLASS_BIT) & 1)) << 2)
    store<i32>(to, load<i32>(to) + (key & MOST_TIMES))
  }
}

function scanRanks(search: Search, f: u32, first: i32, buckets: u32): void {
  const counts = search.counts
  const total = nominal + mixture
  let l0: f64 = 0
  let l1: f64 = 0
  for (let b: u32 = 0; b < buckets; b++) {
    const at = counts + (<usize>b << 3)
    if (load<u64>(at) == 0) continue
    l0 += <f64>load<i32>(at)
    l1 += <f64>load<i32>(at, 4)
    store<u64>(at, 0)
    const e = l1 * nominal - l0 * mixture
    const s = (l0 + l1) * (total - l0 - l1)
    if (e * e * spread < excess * s || s == 0) continue
    if (take(e * e, s)) keep(f, first + b, l0, l1)
  }
}

function scanBuckets(search: Search, f: u32, size: u32, first: i32, shift: u32, buckets: u32): void {
  raiseFloor(search.counts, buckets)
  gather(search, size, first, shift, buckets)
  let l0: f64 = 0
  let l1: f64 = 0
  for (let b: u32 = 0; b < buckets; b++) {
    const at = search.counts + (<usize>b << 3)
    const end = load<i32>(search.room + (<usize>b << 2))
    if (end >= 0) {
      const begin = <u32>(l0 + l1)
      const keys = search.sorted + (<usize>begin << 2)
      sort(keys, <u32>end - begin)
      scanKeys(f, keys, <u32>end - begin, l0, l1)
    }
    l0 += <f64>load<i32>(at)
    l1 += <f64>load<i32>(at, 4)
    store<u64>(at, 0)
  }
}

function raiseFloor(counts: usize, buckets: u32): void {
  const total = nominal + mixture
  let l0: f64 = 0
  let l1: f64 = 0
  let most = excess
  let over = spread
  for (let b: u32 = 0; b < buckets; b++) {
    const at = counts + (<usize>b << 3)
    l0 += <f64>load<i32>(at)
    l1 += <f64>load<i32>(at, 4)
    const e = l1 * nominal - l0 * mixture
    const s = (l0 + l1) * (total - l0 - l1)
    if (e * e * over <= most * s || s == 0) continue
    most = e * e
    over = s
    ties = 0
  }
  excess = most
  spread = over
}

function gather(search: Search, size: u32, first: i32, shift: u32, buckets: u32): void {
  const room = search.room
  let l0: f64 = 0
  let l1: f64 = 0
  for (let b: u32 = 0; b < buckets; b++) {
    const at = search.counts + (<usize>b << 3)
    const r0 = l0 + <f64>load<i32>(at)
    const r1 = l1 + <f64>load<i32>(at, 4)
    const open = r0 + r1 > l0 + l1 && (reaches(r0, r1) || reaches(l0, r1) || reaches(r0, l1))
    store<i32>(room + (<usize>b << 2), open ? <i32>(l0 + l1) : -1)
    l0 = r0
    l1 = r1
  }
  const keys = search.keys
  const sorted = search.sorted
  const least = first << KEY_BITS
  const width = KEY_BITS + shift
  for (let at: usize = 0; at < <usize>size << 2; at += 4) {
    const key = load<i32>(keys + at)
    const slot = room + (<usize>((key - least) >> width) << 2)
    const to = load<i32>(slot)
    if (to < 0) continue
    store<i32>(sorted + (<usize>to << 2), key)
    store<i32>(slot, to + 1)
  }
}

// @ts-ignore: decorator
@inline
function reaches(l0: f64, l1: f64): bool {
  const e = l1 * nominal - l0 * mixture
  const s = (l0 + l1) * (nominal + mixture - l0 - l1)
  return s > 0 && e * e * spread >= excess * s
}

function scanKeys(f: u32, keys: usize, size: u32, nominals: f64, mixtures: f64): void {
  const total = nominal + mixture
  const end = keys + (<usize>size << 2)
  let l0 = nominals
  let l1 = mixtures
  for (let at = keys; at < end; at += 4) {
    const key = load<i32>(at)
    const times = key & MOST_TIMES
    const inMixture = times & -((key >> CLASS_BIT) & 1)
    l1 += <f64>inMixture
    l0 += <f64>(times - inMixture)
    if (at + 4 < end && load<i32>(at, 4) >> KEY_BITS == key >> KEY_BITS) continue
    const e = l1 * nominal - l0 * mixture
    const s = (l0 + l1) * (total - l0 - l1)
    if (e * e * spread < excess * s || s == 0) continue
    if (take(e * e, s)) keep(f, key >> KEY_BITS, l0, l1)
  }
}

function take(squared: f64, over: f64): bool {
  if (squared * spread > excess * over) {
    excess = squared
    spread = over
    ties = 1
    return true
  }
  ties++
  return ties == 1 || below(ties) == 0
}

// @ts-ignore: decorator
@inline
function keep(f: u32, last: i32, l0: f64, l1: f64): void {
  feature = f
  rank = last
  leftNominal = l0
  leftMixture = l1
}

/** Sorts i32; equal keys are the same, so that any way of sorting will do. */
function sort(keys: usize, size: u32): void {
  const end = keys + (<usize>size << 2)
  // Longer lists are first brought nearly into order, at falling distances.
  if (size > SHORT) for (let gap = <usize>size / 9; gap > 1; gap = gap * 5 / 11) insert(keys, end, gap << 2)
  insert(keys, end, 4)
}

// @ts-ignore: decorator
@inline
function insert(keys: usize, end: usize, gap: usize): void {
  for (let at = keys + gap; at < end; at += 4) {
    const key = load<i32>(at)
    let to = at
    for (; to >= keys + gap; to -= gap) {
      const before = load<i32>(to - gap)
      if (before <= key) break
      store<i32>(to, before)
    }
    store<i32>(to, key)
  }
}
