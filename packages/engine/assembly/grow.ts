import { FEW, growFew } from './grow-few'
import { below, next } from './random'
import { Nodes, splitValue } from './tree'

/** What growing reads and writes besides the nodes. Columns are of `rows` f64 each, one after another. */
// @ts-ignore: decorator
@unmanaged
export class Seedbed {
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
  // The rest is for tables with categories or missing values.
  /** u8 for each feature: its kind (resolve.ts); 0 is a number. */
  categorical: usize
  /** u8 and u8 for each category: whether the node at hand has it, and whether it goes left. */
  seen: usize
  goesLeft: usize
  categories: u32
}

/**
 * Grows one tree on the first `psi` row numbers of `here`, for numbers without missing values, and returns its number
 * of nodes. Draws exactly what core's growTree draws; as no draw depends on the order of rows within a node, rows need
 * not keep theirs. Child slots: 2 * parent + (1 if right).
 */
export function growNumeric(bed: Seedbed, nodes: Nodes, psi: u32): u32 {
  for (let j: u32 = 0; j < bed.width; j++) store<u32>(bed.features + (<usize>j << 2), j)
  if (psi <= 2) return 0
  const there = bed.there - bed.here
  let count: u32 = 0
  let top = bed.stack
  let from = bed.here
  let size = psi
  let slot: u32 = 0xffffffff
  for (;;) {
    const node = <usize>count
    if (size <= FEW) {
      count = growFew(bed, nodes, count, from, size, slot)
      if (top == bed.stack) break
      top -= 16
      from = load<u32>(top)
      size = load<u32>(top, 4)
      slot = load<u32>(top, 8)
      continue
    }
    const column = chooseNumeric(bed, nodes, node, from, size)
    if (column == 0) fillSlot(nodes, slot, -<i32>size)
    else {
      fillSlot(nodes, slot, <i32>count)
      count++
      store<u32>(nodes.size + (node << 2), size)
      const split = splitValue(
        load<f64>(nodes.low + (node << 3)),
        load<f64>(nodes.high + (node << 3)),
        load<u16>(nodes.fraction + (node << 1)),
      )
      const to = from < bed.there ? from + there : from - there
      const left = size <= 4 ? countLeft(column, from, size, split) : 0
      // Two leaves need no rows moved.
      const moved = left > 0 && left <= 2 && size - left <= 2
      const toLeft = moved ? left : partition(column, from, to, size, split)
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
    if (top == bed.stack) break
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

/** Draws features until one varies, and a fraction of its range; returns its column, or 0 if none varies. */
function chooseNumeric(bed: Seedbed, nodes: Nodes, node: usize, from: usize, size: u32): usize {
  const features = bed.features
  for (let left = bed.width; left > 0; left--) {
    const drawn = features + (<usize>below(left) << 2)
    const last = features + (<usize>(left - 1) << 2)
    const j = load<u32>(drawn)
    store<u32>(drawn, load<u32>(last))
    store<u32>(last, j)
    const column = bed.columns + <usize>j * (<usize>bed.rows << 3)
    if (!findRange(column, from, size)) continue
    store<u32>(nodes.feature + (node << 2), j)
    store<f64>(nodes.low + (node << 3), rangeLow)
    store<f64>(nodes.high + (node << 3), rangeHigh)
    store<u16>(nodes.fraction + (node << 1), <u16>(next() >>> 16))
    return column
  }
  return 0
}

let rangeLow: f64 = 0
let rangeHigh: f64 = 0

// @ts-ignore: decorator
@inline
function valueAt(column: usize, at: usize): f64 {
  return load<f64>(column + (<usize>load<u32>(at) << 3))
}

// @ts-ignore: decorator
@inline
function pairAt(column: usize, at: usize): v128 {
  const first = v128.load64_zero(column + (<usize>load<u32>(at) << 3))
  return v128.load_lane<f64>(column + (<usize>load<u32>(at, 4) << 3), first, 1)
}

/** Least and largest value of the rows; the sign of a zero is dropped (+ 0), so that the order of rows cannot matter. */
// @ts-ignore: decorator
@inline
function findRange(column: usize, from: usize, size: u32): bool {
  const end = from + (<usize>size << 2)
  // An odd row out is seen twice.
  let low = pairAt(column, end - 8)
  let high = low
  let at = from
  for (; at + 16 <= end; at += 16) {
    const first = pairAt(column, at)
    const second = pairAt(column, at + 8)
    low = f64x2.pmin(f64x2.pmin(first, second), low)
    high = f64x2.pmax(f64x2.pmax(first, second), high)
  }
  if (at + 8 <= end) {
    const pair = pairAt(column, at)
    low = f64x2.pmin(pair, low)
    high = f64x2.pmax(pair, high)
  }
  const low0 = f64x2.extract_lane(low, 0)
  const low1 = f64x2.extract_lane(low, 1)
  const high0 = f64x2.extract_lane(high, 0)
  const high1 = f64x2.extract_lane(high, 1)
  rangeLow = (low0 < low1 ? low0 : low1) + 0
  rangeHigh = (high0 > high1 ? high0 : high1) + 0
  return rangeLow < rangeHigh
}

function countLeft(column: usize, from: usize, size: u32, split: f64): u32 {
  let left: u32 = 0
  for (let i: u32 = 0; i < size; i++) left += u32(valueAt(column, from + (<usize>i << 2)) <= split)
  return left
}

/** Writes the rows that go left from the front of `to`, the others from its back; returns how many go left. */
// @ts-ignore: decorator
@inline
function partition(column: usize, from: usize, to: usize, size: u32, split: f64): u32 {
  const end = from + (<usize>size << 2)
  let front = to
  let back = to + (<usize>size << 2) - 4
  for (let at = from; at < end; at += 4) {
    const row = load<u32>(at)
    const goesLeft = <usize>(load<f64>(column + (<usize>row << 3)) <= split) << 2
    store<u32>(front, row)
    store<u32>(back, row)
    front += goesLeft
    back -= 4 - goesLeft
  }
  return <u32>((front - to) >>> 2)
}
