import { keyOf } from './ranked-layout'
import { LEAST_RANK } from './ranked-record'

const DIGIT_BITS: u32 = 11
const BUCKETS: u32 = 1 << DIGIT_BITS
const PASSES: u32 = 6

/**
 * Sorts `count` keys with their places (both overwritten; `spareKeys` and `sparePlaces` have the same room), writes
 * to each place the rank of its key, and to `values` the distinct numbers in order. Returns how many there are.
 * `counts` has room for 6 * 2048 u32.
 */
export function assignRanks(
  keys: usize, places: usize, count: u32, spareKeys: usize, sparePlaces: usize, counts: usize, values: usize,
): u32 {
  memory.fill(counts, 0, <usize>(PASSES * BUCKETS) << 2)
  for (let i: usize = 0; i < count; i++) {
    const key = load<u64>(keys + (i << 3))
    for (let pass: u32 = 0; pass < PASSES; pass++) {
      const at = counts + (<usize>(pass * BUCKETS + digit(key, pass)) << 2)
      store<u32>(at, load<u32>(at) + 1)
    }
  }
  let fromKeys = keys
  let fromPlaces = places
  let toKeys = spareKeys
  let toPlaces = sparePlaces
  for (let pass: u32 = 0; pass < PASSES; pass++) {
    const offsets = counts + (<usize>(pass * BUCKETS) << 2)
    if (count == 0 || load<u32>(offsets + (<usize>digit(load<u64>(fromKeys), pass) << 2)) == count) continue
    let total: u32 = 0
    for (let b: usize = 0; b < BUCKETS; b++) {
      const size = load<u32>(offsets + (b << 2))
      store<u32>(offsets + (b << 2), total)
      total += size
    }
    for (let i: usize = 0; i < count; i++) {
      const key = load<u64>(fromKeys + (i << 3))
      const at = offsets + (<usize>digit(key, pass) << 2)
      const to = <usize>load<u32>(at)
      store<u32>(at, <u32>to + 1)
      store<u64>(toKeys + (to << 3), key)
      store<u32>(toPlaces + (to << 2), load<u32>(fromPlaces + (i << 2)))
    }
    const swapKeys = fromKeys
    fromKeys = toKeys
    toKeys = swapKeys
    const swapPlaces = fromPlaces
    fromPlaces = toPlaces
    toPlaces = swapPlaces
  }
  let distinct: u32 = 0
  let last: u64 = 0
  for (let i: usize = 0; i < count; i++) {
    const key = load<u64>(fromKeys + (i << 3))
    if (distinct == 0 || key != last) {
      store<f64>(values + (<usize>distinct << 3), reinterpret<f64>(<i64>key < 0 ? key ^ 0x8000000000000000 : ~key))
      distinct++
      last = key
    }
    const place = load<u32>(fromPlaces + (i << 2))
    store<i16>(place & ~1, <i16>(LEAST_RANK + <i32>distinct - 1 + <i32>(place & 1)))
  }
  return distinct
}

// @ts-ignore: decorator
@inline
function digit(key: u64, pass: u32): u32 {
  return <u32>(key >>> <u64>(pass * DIGIT_BITS)) & (BUCKETS - 1)
}

/** Notes the values of a column to be ranked: their keys, and as places the i16 at `to`. */
export function noteColumn(values: usize, rows: u32, keys: usize, places: usize, to: usize): void {
  for (let i: usize = 0; i < rows; i++) {
    store<u64>(keys + (i << 3), keyOf(load<f64>(values + (i << 3))))
    store<u32>(places + (i << 2), <u32>(to + (i << 1)))
  }
}

/** The numbers of one feature in order, eight infinite ones behind them, and where those of each cell of a grid over their range start. */
// @ts-ignore: decorator
@unmanaged
export class Scale {
  values: usize
  /** u32 for each cell, and one more. */
  starts: usize
  count: u32
  cells: u32
  least: f64
  cellsPerUnit: f64
}

/** Sets up the grid. Where the range is too large (or too small) for one, all numbers are in the first cell. */
export function gridScale(scale: Scale): void {
  const values = scale.values
  const starts = scale.starts
  const count = scale.count
  const cells = scale.cells
  memory.fill(starts, 0, <usize>(cells + 1) << 2)
  if (count == 0) return
  const least = load<f64>(values)
  const perUnit = f64(cells) / (load<f64>(values + (<usize>(count - 1) << 3)) - least)
  scale.least = least
  scale.cellsPerUnit = perUnit > 0 && perUnit < Infinity ? perUnit : 0
  for (let i: u32 = 0; i < count; i++) {
    const at = starts + (<usize>(cellOf(scale, load<f64>(values + (<usize>i << 3))) + 1) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
  for (let c: u32 = 1; c <= cells; c++) {
    const at = starts + (<usize>c << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at - 4))
  }
}

/** Never decreases where x does not. */
// @ts-ignore: decorator
@inline
function cellOf(scale: Scale, x: f64): u32 {
  const most = f64(scale.cells - 1)
  const cell = (x - scale.least) * scale.cellsPerUnit
  return <u32>select<f64>(select<f64>(cell, most, cell < most), 0, cell > 0)
}

/** Up to so many numbers of a cell are looked at all at once. */
const AT_ONCE: u32 = 8

type Below = i32
type UpTo = f64

/** Where the numbers of the cell of x start, and those of the next. */
// @ts-ignore: decorator
@inline
function startsAt(scale: Scale, x: f64): u64 {
  return load<u64>(scale.starts + (<usize>cellOf(scale, x) << 2))
}

/** How many of the numbers are below x or, with UpTo, at most x; `starts` are those of its cell. */
// @ts-ignore: decorator
@inline
function count<R>(scale: Scale, starts: u64, x: f64): u32 {
  const start = <u32>starts
  const size = <u32>(starts >>> 32) - start
  const at = scale.values + (<usize>start << 3)
  if (size > AT_ONCE) return start + search<R>(at, size, x)
  // Numbers behind the cell, and the infinite ones behind the last, are above x.
  const y = f64x2.splat(x)
  const first = i64x2.add(under<R>(v128.load(at), y), under<R>(v128.load(at, 16), y))
  const second = i64x2.add(under<R>(v128.load(at, 32), y), under<R>(v128.load(at, 48), y))
  const all = i64x2.add(first, second)
  return start - <u32>(i64x2.extract_lane(all, 0) + i64x2.extract_lane(all, 1))
}

// @ts-ignore: decorator
@inline
function under<R>(values: v128, x: v128): v128 {
  return isFloat<R>() ? f64x2.le(values, x) : f64x2.lt(values, x)
}

function search<R>(values: usize, size: u32, x: f64): u32 {
  let rank: u32 = 0
  for (let left = size; left > 0; ) {
    const half = (left + 1) >>> 1
    const value = load<f64>(values + (<usize>(rank + half) << 3) - 8)
    rank += half & -u32(isFloat<R>() ? value <= x : value < x)
    left -= half
  }
  return rank
}

/** The starts (u64) of the cells of several numbers (f64): many misses of the cache at a time, for countUpTo. */
export function findStarts(scale: Scale, numbers: usize, count: usize, to: usize): void {
  for (let at: usize = 0; at < count << 3; at += 8) store<u64>(to + at, startsAt(scale, load<f64>(numbers + at)))
}

/** How many of the numbers are at most x. */
// @ts-ignore: decorator
@inline
export function countUpTo(scale: Scale, starts: u64, x: f64): u32 {
  return count<UpTo>(scale, starts, x)
}

// @ts-ignore: decorator
@inline
function rankOf(scale: Scale, x: f64): i16 {
  return <i16>(<i32>count<Below>(scale, startsAt(scale, x), x) + LEAST_RANK)
}

/** The rank of feature `j` of each row of doubles: how many of the numbers are below it. */
export function rankColumn(scale: Scale, rows: usize, rowCount: u32, width: u32, j: u32, to: usize): void {
  let from = rows + (<usize>j << 3)
  for (let i: usize = 0; i < rowCount; i++) {
    store<i16>(to + (i << 1), rankOf(scale, load<f64>(from)))
    from += <usize>width << 3
  }
}

/** The ranks of one row of doubles; `scales` are those of its features, one after another. */
export function rankRow(scales: usize, width: u32, row: usize, to: usize): void {
  for (let j: usize = 0; j < width; j++) {
    const scale = changetype<Scale>(scales + j * offsetof<Scale>())
    store<i16>(to + (j << 1), rankOf(scale, load<f64>(row + (j << 3))))
  }
}
