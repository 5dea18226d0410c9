import { layoutTree } from './layout'
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
