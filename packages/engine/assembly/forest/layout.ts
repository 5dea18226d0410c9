import {
  CATEGORICAL, DEPTH, LEFT, OFFSET, recordBytes, reference, RIGHT, SEARCHED, setSlot, STAY, STAY_ABOVE,
} from './record'
import { NUMBER, ONE_HOT } from './resolve'
import { justBelow, Nodes, splitValue } from './tree'

/**
 * Writes the records of one tree at `to` and returns where they end. `first` is the tree's root among `nodes`, `count`
 * its nodes (0: the tree is a leaf of `rootRows` rows). `kinds` holds the kind of each feature (0: all are numbers),
 * `leafDepth` is a table of c(n), `scratch` has room for 12 * count + 32 bytes.
 */
export function layoutTree<C>(
  nodes: Nodes, first: u32, count: u32, rootRows: u32, rangeCheck: bool, kinds: usize, leafDepth: usize, scratch: usize,
  to: usize,
): usize {
  if (count == 0) {
    writeLeaf<C>(to, 0, load<f64>(leafDepth + (<usize>rootRows << 3)))
    return to + recordBytes<C>()
  }
  const depths = scratch
  const shared = scratch + (<usize>count << 2)
  memory.fill(shared, 0, (<usize>count << 3) + 32)
  let leaves = count
  store<u32>(depths, 0)
  for (let node: u32 = 0; node < count; node++) {
    const at = <usize>(first + node)
    const depth = load<u32>(depths + (<usize>node << 2)) + 1
    const record = to + <usize>node * recordBytes<C>()
    writeTest<C>(record, nodes, at, rangeCheck, kinds)
    setSlot<C>(record, STAY, reference<C>(node))
    setSlot<C>(record, STAY_ABOVE, reference<C>(node))
    setSlot<C>(record, DEPTH, depth)
    for (let side: usize = 0; side < 2; side++) {
      const child = load<i32>((side == 0 ? nodes.left : nodes.right) + (at << 2))
      let index = <u32>child - first
      if (child >= 0) store<u32>(depths + (<usize>index << 2), depth)
      else {
        const rows = <u32>-child
        const known = shared + (((<usize>depth << 1) + rows) << 2)
        index = rows <= 2 ? load<u32>(known) : 0
        if (index == 0) {
          index = leaves++
          const leaf = to + <usize>index * recordBytes<C>()
          writeLeaf<C>(leaf, index, f64(depth) + load<f64>(leafDepth + (<usize>rows << 3)))
          if (rows <= 2) store<u32>(known, index)
        }
      }
      setSlot<C>(record, side == 0 ? LEFT : RIGHT, reference<C>(index))
    }
  }
  return to + <usize>leaves * recordBytes<C>()
}

function writeTest<C>(record: usize, nodes: Nodes, at: usize, rangeCheck: bool, kinds: usize): void {
  const low = load<f64>(nodes.low + (at << 3))
  const high = load<f64>(nodes.high + (at << 3))
  const feature = load<u32>(nodes.feature + (at << 2))
  const kind = kinds == 0 ? NUMBER : load<u8>(kinds + feature)
  store<f64>(record, Infinity, 24)
  if (kind == NUMBER) {
    store<f64>(record, rangeCheck ? justBelow(low) : -Infinity)
    store<f64>(record, splitValue(low, high, load<u16>(nodes.fraction + (at << 1))), 8)
    store<f64>(record, rangeCheck ? high : Infinity, 16)
    setSlot<C>(record, OFFSET, <usize>feature << 3)
    return
  }
  store<f64>(record, 0)
  writeMasks(record, nodes.subsets, <u32>low, kind == ONE_HOT ? <u32>high : <u32>low)
  setSlot<C>(record, OFFSET, (<usize>feature << 3) | CATEGORICAL | (kind == ONE_HOT ? 0 : SEARCHED))
}

function writeMasks(record: usize, subsets: usize, from: u32, to: u32): void {
  let left: u64 = 0
  let present: u64 = 0
  for (let k = from; k < to; k++) {
    const entry = load<u32>(subsets + (<usize>k << 2))
    const bit: u64 = 1 << <u64>(entry >>> 1)
    present |= bit
    left |= (entry & 1) == 1 ? bit : 0
  }
  store<u64>(record, left, 8)
  store<u64>(record, present, 16)
}

function writeLeaf<C>(record: usize, index: u32, depth: f64): void {
  for (let k: usize = 0; k < 4; k++) store<f64>(record + (k << 3), Infinity)
  setSlot<C>(record, STAY, reference<C>(index))
  setSlot<C>(record, OFFSET, 0)
  store<f64>(record, depth, 32 + 4 * sizeof<C>())
}
