import { CATEGORICAL, recordAt, recordBytes, SEARCHED } from './record'
import { NUMBER, ONE_HOT } from './resolve'
import { Nodes, splitValue } from './tree'

/**
 * Writes the records of one tree at `to` and returns where they end. `first` is the tree's root among `nodes`, `count`
 * its nodes (0: the tree is a leaf of `rootRows` rows). `kinds` holds the kind of
 * each feature (0: all are numbers), `leafDepth` is a table of c(n), `scratch` has room for
 * 12 * count + 32 bytes.
 */
export function layoutTree<C>(
  nodes: Nodes,
  first: u32,
  count: u32,
  rootRows: u32,
  rangeCheck: bool,
  kinds: usize,
  leafDepth: usize,
  scratch: usize,
  to: usize,
): usize {
  if (count == 0) return writeLeaf<C>(to, 0, load<f64>(leafDepth + (<usize>rootRows << 3)))
  const depths = scratch
  const shared = scratch + (<usize>count << 2)
  memory.fill(shared, 0, (<usize>count << 3) + 32)
  let leaves = count
  store<u32>(depths, 0)
  for (let node: u32 = 0; node < count; node++) {
    const at = <usize>(first + node)
    const depth = load<u32>(depths + (<usize>node << 2)) + 1
    const low = load<f64>(nodes.low + (at << 3))
    const high = load<f64>(nodes.high + (at << 3))
    const record = recordAt<C>(to, node)
    const feature = load<u32>(nodes.feature + (at << 2))
    const kind = kinds == 0 ? NUMBER : load<u8>(kinds + feature)
    let offset = <usize>feature << 3
    if (kind == NUMBER) {
      store<f64>(record, rangeCheck ? low : -Infinity)
      store<f64>(record, splitValue(low, high, load<u16>(nodes.fraction + (at << 1))), 8)
      store<f64>(record, rangeCheck ? high : Infinity, 16)
    } else {
      offset |= CATEGORICAL | (kind == ONE_HOT ? 0 : SEARCHED)
      writeMasks(record, nodes.subsets, <u32>low, kind == ONE_HOT ? <u32>high : <u32>low)
    }
    store<C>(record, <C>offset, 24 + 2 * sizeof<C>())
    store<C>(record, <C>depth, 24 + 3 * sizeof<C>())
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
          writeLeaf<C>(recordAt<C>(to, index), index, f64(depth) + load<f64>(leafDepth + (<usize>rows << 3)))
          if (rows <= 2) store<u32>(known, index)
        }
      }
      store<C>(record + side * sizeof<C>(), <C>index, 24)
    }
  }
  return recordAt<C>(to, leaves)
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
  store<f64>(record, 0)
  store<u64>(record, left, 8)
  store<u64>(record, present, 16)
}

function writeLeaf<C>(record: usize, index: u32, depth: f64): usize {
  store<f64>(record, Infinity)
  store<f64>(record, Infinity, 8)
  store<f64>(record, depth, 16)
  store<C>(record, <C>index, 24)
  store<C>(record, <C>index, 24 + sizeof<C>())
  store<C>(record, 0, 24 + 2 * sizeof<C>())
  store<C>(record, 0, 24 + 3 * sizeof<C>())
  return record + recordBytes<C>()
}
