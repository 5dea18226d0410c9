import { FEW, growFew } from './grow-few'
import { below, next } from '../random'
import { Nodes, splitValue } from './tree'

/** What growing reads and writes besides the nodes. Columns are of `rows` f64 each, one after another. */
// @ts-ignore: decorator
@unmanaged
export class TreeRoom {
  columns: usize
  rows: u32
  width: u32
  /** u32 for each feature: the order in which they were last drawn. */
  features: usize
  /** u32 for each row of the subsample, twice: rows pass from one to the other at each split. */
  here: usize
  there: usize
  /** 16 bytes for each row of the subsample. */
  stack: usize
  /** f64 for each row of the subsample, and four more: values of the node at hand. */
  values: usize
  // The rest is for tables with categories or missing values.
  /** u8 for each feature: its kind (resolve.ts); 0 is a number. */
  categorical: usize
  /** u8 and u8 for each category: whether the node at hand has it, and whether it goes left. */
  seen: usize
  goesLeft: usize
  categories: u32
}

/** For each mask of four lanes, the bytes of the lanes in it, then those of the others. */
const packing = memory.data(16 * 16)
for (let mask: usize = 0; mask < 16; mask++) {
  let front = packing + (mask << 4)
  let back = front + (<usize>popcnt(<u32>mask) << 2)
  for (let lane: usize = 0; lane < 4; lane++) {
    const inMask = ((mask >>> lane) & 1) == 1
    store<u32>(inMask ? front : back, <u32>(0x03020100 + 0x04040404 * lane))
    if (inMask) front += 4
    else back += 4
  }
}

/**
 * Grows one tree on the first `psi` row numbers of `order`, for numbers without missing values, and returns its number
 * of nodes. Draws exactly what core's growTree draws; as no draw depends on the order of rows within a node, rows need
 * not keep theirs. Child slots: 2 * parent + (1 if right).
 */
export function growNumeric(room: TreeRoom, nodes: Nodes, order: usize, psi: u32): u32 {
  for (let j: u32 = 0; j < room.width; j++) store<u32>(room.features + (<usize>j << 2), j)
  if (psi <= 2) return 0
  // Rows are kept as byte offsets in a column.
  for (let at: usize = 0; at < <usize>psi << 2; at += 16) v128.store(room.here + at, i32x4.shl(v128.load(order + at), 3))
  const there = room.there - room.here
  let count: u32 = 0
  let top = room.stack
  let from = room.here
  let size = psi
  let slot: u32 = 0xffffffff
  for (;;) {
    if (size <= FEW) count = growFew(room, nodes, count, from, size, slot)
    else {
      const node = <usize>count
      if (!chooseNumeric(room, nodes, node, from, size)) fillSlot(nodes, slot, -<i32>size)
      else {
        fillSlot(nodes, slot, <i32>count)
        count++
        store<u32>(nodes.size + (node << 2), size)
        const split = splitValue(
          load<f64>(nodes.low + (node << 3)),
          load<f64>(nodes.high + (node << 3)),
          load<u16>(nodes.fraction + (node << 1)),
        )
        const to = from < room.there ? from + there : from - there
        const toLeft = partition(room.values, from, to, size, split)
        const toRight = size - toLeft
        const leftSlot = <u32>node << 1
        if (toRight <= 2) fillSlot(nodes, leftSlot + 1, -<i32>toRight)
        else {
          store<u32>(top, <u32>(to + (<usize>toLeft << 2)))
          store<u32>(top, toRight, 4)
          store<u32>(top, leftSlot + 1, 8)
          top += 16
        }
        if (toLeft > 2) {
          from = to
          size = toLeft
          slot = leftSlot
          continue
        }
        fillSlot(nodes, leftSlot, -<i32>toLeft)
      }
    }
    if (top == room.stack) break
    top -= 16
    from = load<u32>(top)
    size = load<u32>(top, 4)
    slot = load<u32>(top, 8)
  }
  return count
}

// @ts-ignore: decorator
@inline
export function fillSlot(nodes: Nodes, slot: u32, child: i32): void {
  if (slot != 0xffffffff) store<i32>(((slot & 1) == 1 ? nodes.right : nodes.left) + (<usize>(slot >> 1) << 2), child)
}

/** Draws features until one varies, and a fraction of its range; false if none varies. */
function chooseNumeric(room: TreeRoom, nodes: Nodes, node: usize, from: usize, size: u32): bool {
  const features = room.features
  for (let left = room.width; left > 0; left--) {
    const drawn = features + (<usize>below(left) << 2)
    const last = features + (<usize>(left - 1) << 2)
    const j = load<u32>(drawn)
    store<u32>(drawn, load<u32>(last))
    store<u32>(last, j)
    if (!gather(room.columns + <usize>j * (<usize>room.rows << 3), from, size, room.values)) continue
    store<u32>(nodes.feature + (node << 2), j)
    store<f64>(nodes.low + (node << 3), rangeLow)
    store<f64>(nodes.high + (node << 3), rangeHigh)
    store<u16>(nodes.fraction + (node << 1), <u16>(next() >>> 16))
    return true
  }
  return false
}

let rangeLow: f64 = 0
let rangeHigh: f64 = 0

// @ts-ignore: decorator
@inline
function pairAt(column: usize, at: usize): v128 {
  const first = v128.load64_zero(column + load<u32>(at))
  return v128.load_lane<f64>(column + load<u32>(at, 4), first, 1)
}

/** Rows of a node, four or more, go in blocks of four; of the first block only so many count, 1 to 4. */
// @ts-ignore: decorator
@inline
function firstBlock(size: u32): u32 {
  return ((size - 1) & 3) + 1
}

/**
 * Writes the values of the rows to `to`, block after block, and finds the least and the largest; false if they are the same. The sign
 * of a zero is dropped (+ 0), so that the order of rows cannot matter.
 */
// @ts-ignore: decorator
@inline
function gather(column: usize, from: usize, size: u32, to: usize): bool {
  const end = from + (<usize>size << 2)
  let first = pairAt(column, from)
  let second = pairAt(column, from + 8)
  v128.store(to, first)
  v128.store(to, second, 16)
  let low = f64x2.pmin(first, second)
  let high = f64x2.pmax(first, second)
  let values = to
  for (let at = from + (<usize>firstBlock(size) << 2); at < end; at += 16) {
    first = pairAt(column, at)
    second = pairAt(column, at + 8)
    values += 32
    v128.store(values, first)
    v128.store(values, second, 16)
    low = f64x2.pmin(f64x2.pmin(first, second), low)
    high = f64x2.pmax(f64x2.pmax(first, second), high)
  }
  rangeLow = leastOf(low)
  rangeHigh = largestOf(high)
  return rangeLow < rangeHigh
}

/**
 * Writes the rows that go left from the front of `to`, the others from its back; returns how many go left. A block is
 * packed so that those that go left stand first, and written to both ends: what is between them is free.
 */
// @ts-ignore: decorator
@inline
function partition(values: usize, from: usize, to: usize, size: u32, split: f64): u32 {
  const end = from + (<usize>size << 2)
  const splits = f64x2.splat(split)
  const counted = firstBlock(size)
  const inFirst: u32 = (1 << counted) - 1
  const firstLeft = leftOf(values, splits)
  const lefts = <usize>popcnt(firstLeft & inFirst) << 2
  const rows = v128.load(from)
  let back = to + (<usize>size << 2) - 16
  v128.store(to, packed(rows, firstLeft & inFirst))
  v128.store(back, packed(rows, (firstLeft | ~inFirst) & 15))
  let front = to + lefts
  back -= (<usize>counted << 2) - lefts
  let block = values
  for (let at = from + (<usize>counted << 2); at < end; at += 16) {
    block += 32
    const left = leftOf(block, splits)
    const rows = packed(v128.load(at), left)
    v128.store(front, rows)
    v128.store(back, rows)
    const lefts = <usize>popcnt(left) << 2
    front += lefts
    back -= 16 - lefts
  }
  return <u32>((front - to) >>> 2)
}

/** Which of four values are at most the split. */
// @ts-ignore: decorator
@inline
function leftOf(values: usize, splits: v128): u32 {
  const first = i64x2.bitmask(f64x2.le(v128.load(values), splits))
  return <u32>(first + (i64x2.bitmask(f64x2.le(v128.load(values, 16), splits)) << 2))
}

// @ts-ignore: decorator
@inline
function packed(rows: v128, mask: u32): v128 {
  return i8x16.swizzle(rows, v128.load(packing + (<usize>mask << 4)))
}

/** The lesser of two values, without the sign of a zero. Not by a branch, as it is as good as random. */
// @ts-ignore: decorator
@inline
export function leastOf(pair: v128): f64 {
  return f64x2.extract_lane(f64x2.pmin(pair, v128.shuffle<i64>(pair, pair, 1, 0)), 0) + 0
}

// @ts-ignore: decorator
@inline
export function largestOf(pair: v128): f64 {
  return f64x2.extract_lane(f64x2.pmax(pair, v128.shuffle<i64>(pair, pair, 1, 0)), 0) + 0
}
