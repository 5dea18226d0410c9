import { growNumeric, Seedbed } from './grow'
import { layoutTree } from './layout'
import { seedRandom } from './random'
import { sampleToFront } from './sample'
import { Nodes } from './tree'
import { walkRows } from './walk'

const WIDE = 1
const RANGE_CHECK = 2

export function layout(
  flags: u32, nodes: Nodes, first: u32, count: u32, rootRows: u32, leafDepth: usize, scratch: usize, to: usize,
): usize {
  const rangeCheck = (flags & RANGE_CHECK) != 0
  return (flags & WIDE) != 0
    ? layoutTree<u32>(nodes, first, count, rootRows, rangeCheck, leafDepth, scratch, to)
    : layoutTree<u16>(nodes, first, count, rootRows, rangeCheck, leafDepth, scratch, to)
}

export function walk(
  flags: u32, tree: usize, rows: usize, stride: u32, order: usize, count: u32, sums: usize, list: usize,
): void {
  if ((flags & WIDE) != 0) walkRows<u32>(tree, rows, stride, order, count, sums, list)
  else walkRows<u16>(tree, rows, stride, order, count, sums, list)
}
export { tune } from './walk'

/** Draws the subsample of a tree to the front of `order` and grows the tree on it. */
export function grow(
  flags: u32, bed: Seedbed, nodes: Nodes, order: usize, identity: usize, psi: u32, first: u32, second: u32, third: u32,
): u32 {
  seedRandom(first, second, third)
  sampleToFront(order, identity, bed.rows, psi)
  memory.copy(bed.here, order, <usize>psi << 2)
  return growNumeric(bed, nodes, psi)
}

/** Adds 1 to counts[row] for the `count` rows in `order`. */
export function tally(order: usize, count: u32, counts: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const at = counts + (<usize>load<u32>(order + (i << 2)) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
}
