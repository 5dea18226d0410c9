import { rankedRow } from './walk-ranked'

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
    store<i32>(load<u32>(fromPlaces + (i << 2)), <i32>distinct - 1)
  }
  return distinct
}

// @ts-ignore: decorator
@inline
function digit(key: u64, pass: u32): u32 {
  return <u32>(key >>> <u64>(pass * DIGIT_BITS)) & (BUCKETS - 1)
}

/**
 * For `rows` rows of doubles, the number of `values` below feature `j` of each, as i32 in groups of rows (walk-ranked.ts): a value is
 * above a number of the list if and only if its rank is above that number's. Four searches at a time, without branches.
 */
export function rankColumn(values: usize, count: u32, rows: usize, rowCount: u32, width: u32, j: u32, to: usize): void {
  const stride = <usize>width << 3
  let from = rows + (<usize>j << 3)
  let i: u32 = 0
  for (; i + 4 <= rowCount; i += 4) {
    const x0 = load<f64>(from)
    const x1 = load<f64>(from + stride)
    const x2 = load<f64>(from + 2 * stride)
    const x3 = load<f64>(from + 3 * stride)
    let b0 = values
    let b1 = values
    let b2 = values
    let b3 = values
    for (let size = count; size > 0; ) {
      const half = (size + 1) >>> 1
      const skip = <usize>half << 3
      b0 = select<usize>(b0 + skip, b0, load<f64>(b0 + skip - 8) < x0)
      b1 = select<usize>(b1 + skip, b1, load<f64>(b1 + skip - 8) < x1)
      b2 = select<usize>(b2 + skip, b2, load<f64>(b2 + skip - 8) < x2)
      b3 = select<usize>(b3 + skip, b3, load<f64>(b3 + skip - 8) < x3)
      size -= half
    }
    const rank = rankedRow(to, width, i) + (<usize>j << 5)
    store<i32>(rank, <i32>((b0 - values) >>> 3))
    store<i32>(rank, <i32>((b1 - values) >>> 3), 4)
    store<i32>(rank, <i32>((b2 - values) >>> 3), 8)
    store<i32>(rank, <i32>((b3 - values) >>> 3), 12)
    from += 4 * stride
  }
  for (; i < rowCount; i++) {
    const x = load<f64>(from)
    let b = values
    for (let size = count; size > 0; ) {
      const half = (size + 1) >>> 1
      const skip = <usize>half << 3
      b = select<usize>(b + skip, b, load<f64>(b + skip - 8) < x)
      size -= half
    }
    store<i32>(rankedRow(to, width, i) + (<usize>j << 5), <i32>((b - values) >>> 3))
    from += stride
  }
}
