import { fillSlot, largestOf, leastOf, TreeRoom } from './grow'
import { below, next } from '../random'
import { Nodes, splitValue } from './tree'

/** Subtrees of so many rows are grown on masks. */
export const FEW: u32 = 8

/** The rows of the subtree at hand, as byte offsets in a column; the first one again where there are fewer. */
const rows = memory.data(4 * FEW)
/** Nodes that wait: a mask and the slot of its parent. */
const waiting = memory.data(8 * FEW)

/**
 * Grows the subtree of `size` rows, 3 to FEW, whose offsets in a column (u32) are at `from`, and returns the number of nodes so far. Its nodes
 * are sets of lanes, so that nothing is moved, and their values are compared without a loop.
 */
export function growFew(room: TreeRoom, nodes: Nodes, first: u32, from: usize, size: u32, firstSlot: u32): u32 {
  const zero = load<u32>(from)
  for (let k: u32 = 0; k < FEW; k++) {
    store<u32>(rows + (k << 2), select<u32>(load<u32>(from + (k << 2)), zero, k < size))
  }
  const features = room.features
  const columnBytes = <usize>room.rows << 3
  let count = first
  let top = waiting
  let mask: u32 = (1 << size) - 1
  let slot = firstSlot
  for (;;) {
    const node = <usize>count
    let left = room.width
    let toLeft: u32 = 0
    for (; left > 0; left--) {
      const drawn = features + (<usize>below(left) << 2)
      const last = features + (<usize>(left - 1) << 2)
      const j = load<u32>(drawn)
      store<u32>(drawn, load<u32>(last))
      store<u32>(last, j)
      const column = room.columns + <usize>j * columnBytes
      const x0 = pairAt(column, 0)
      const x1 = pairAt(column, 8)
      const x2 = pairAt(column, 16)
      const x3 = pairAt(column, 24)
      const lanes = i64x2.splat(<i64>mask)
      const m0 = i64x2.ne(v128.and(lanes, i64x2(1, 2)), i64x2.splat(0))
      const m1 = i64x2.ne(v128.and(lanes, i64x2(4, 8)), i64x2.splat(0))
      const m2 = i64x2.ne(v128.and(lanes, i64x2(16, 32)), i64x2.splat(0))
      const m3 = i64x2.ne(v128.and(lanes, i64x2(64, 128)), i64x2.splat(0))
      const most = f64x2.splat(Infinity)
      const lows = f64x2.pmin(
        f64x2.pmin(v128.bitselect(x0, most, m0), v128.bitselect(x1, most, m1)),
        f64x2.pmin(v128.bitselect(x2, most, m2), v128.bitselect(x3, most, m3)),
      )
      const least = f64x2.splat(-Infinity)
      const highs = f64x2.pmax(
        f64x2.pmax(v128.bitselect(x0, least, m0), v128.bitselect(x1, least, m1)),
        f64x2.pmax(v128.bitselect(x2, least, m2), v128.bitselect(x3, least, m3)),
      )
      const low = leastOf(lows)
      const high = largestOf(highs)
      if (!(low < high)) continue
      const fraction = next() >>> 16
      const split = f64x2.splat(splitValue(low, high, fraction))
      toLeft = mask & <u32>(
        i64x2.bitmask(f64x2.le(x0, split)) | (i64x2.bitmask(f64x2.le(x1, split)) << 2) |
        (i64x2.bitmask(f64x2.le(x2, split)) << 4) | (i64x2.bitmask(f64x2.le(x3, split)) << 6))
      store<u32>(nodes.feature + (node << 2), j)
      store<f64>(nodes.low + (node << 3), low)
      store<f64>(nodes.high + (node << 3), high)
      store<u16>(nodes.fraction + (node << 1), <u16>fraction)
      break
    }
    if (left == 0) fillSlot(nodes, slot, -<i32>popcnt(mask))
    else {
      fillSlot(nodes, slot, <i32>count)
      count++
      store<u32>(nodes.size + (node << 2), popcnt(mask))
      const toRight = mask ^ toLeft
      const leftRows = <i32>popcnt(toLeft)
      const rightRows = <i32>popcnt(toRight)
      const leftSlot = <u32>node << 1
      // What is no leaf is overwritten when its node is known.
      store<i32>(nodes.left + (node << 2), -leftRows)
      store<i32>(nodes.right + (node << 2), -rightRows)
      store<u32>(top, toRight)
      store<u32>(top, leftSlot + 1, 4)
      top += <usize>(rightRows > 2) << 3
      if (leftRows > 2) {
        mask = toLeft
        slot = leftSlot
        continue
      }
    }
    if (top == waiting) break
    top -= 8
    mask = load<u32>(top)
    slot = load<u32>(top, 4)
  }
  return count
}

// @ts-ignore: decorator
@inline
function pairAt(column: usize, at: usize): v128 {
  const first = v128.load64_zero(column + load<u32>(rows + at))
  return v128.load_lane<f64>(column + load<u32>(rows + at, 4), first, 1)
}
