import { growNumeric, TreeRoom } from './forest/grow'
import { growMixed } from './forest/grow-mixed'
import { layoutTree } from './forest/layout'
import { walkOutOfBag } from './forest/out-of-bag'
import { seedRandom } from './random'
import { sampleToFront } from './forest/sample'
import { Nodes } from './forest/tree'
import { Mixed, Numbers, walkOne as walkTrees, walkRows } from './forest/walk'

export { anglesOf, featuresOf } from './alpha/fourier'
export { subsetEntries } from './forest/grow-mixed'
export { addRows, bendRows, multiplyRows } from './alpha/logistic'
export { fitProjection, noteProjection, scoreProjections } from './loda/fit'
export { tabulateFractions } from './loda/bins'
export { usedFeatures } from './loda/direction'
export { listOutOfBag, listOutside } from './forest/out-of-bag'
export { layoutRanked } from './forest/ranked-layout'
export { recordChildren, recordTrees } from './forest/ranked-tree'
export { assignRanks, gridScale, noteColumn, rankColumn, rankRow } from './forest/ranks'
export { walkOn } from './forest/resolve'
export { routeRows, writePacking } from './forest/route'
export { findNearest } from './knn/nearest'
export { screenNearest, stateBytes } from './knn/screen'
export { addDensities, addOutOfBagDensities } from './forest/density'
export { rowsAlongAxes, scatterRows } from './gmm/axes'
export { mixtureDensities, mixturePass } from './gmm/mixture'
export { growShares } from './alpha/shares'
export { growVotes } from './alpha/votes'
export { walkOneRanked } from './forest/walk-one'

// Flags that the caller passes: how children are stored, whether ranges are checked, what the table may hold.
const WIDE = 1
const RANGE_CHECK = 2
const MIXED = 4

/** Draws the subsample of a tree to the front of `order` and grows the tree on it; returns its number of nodes. */
export function grow(
  flags: u32, room: TreeRoom, nodes: Nodes, order: usize, identity: usize, psi: u32, first: u32, second: u32, third: u32,
): u32 {
  seedRandom(first, second, third)
  sampleToFront(order, identity, room.rows, psi)
  return (flags & MIXED) != 0 ? growMixed(room, nodes, order, psi) : growNumeric(room, nodes, order, psi)
}

/** The records of one tree; see layoutTree. */
export function layout(
  flags: u32, nodes: Nodes, first: u32, count: u32, rootRows: u32, kinds: usize, leafDepth: usize, scratch: usize, to: usize,
): usize {
  const rangeCheck = (flags & RANGE_CHECK) != 0
  return (flags & WIDE) != 0
    ? layoutTree<u32>(nodes, first, count, rootRows, rangeCheck, kinds, leafDepth, scratch, to)
    : layoutTree<u16>(nodes, first, count, rootRows, rangeCheck, kinds, leafDepth, scratch, to)
}

/** Adds the depths of rows in one tree to their sums; see walkRows. */
export function walk(
  flags: u32, tree: usize, first: u32, rows: usize, stride: u32, order: usize, count: u32, sums: usize, list: usize,
): void {
  switch (flags & (WIDE | MIXED)) {
    case 0:
      walkRows<u16, Numbers>(tree, first, rows, stride, order, count, sums, list)
      break
    case WIDE:
      walkRows<u32, Numbers>(tree, first, rows, stride, order, count, sums, list)
      break
    case MIXED:
      walkRows<u16, Mixed>(tree, first, rows, stride, order, count, sums, list)
      break
    default:
      walkRows<u32, Mixed>(tree, first, rows, stride, order, count, sums, list)
  }
}

/** The sum of depths of one row of numbers in many trees; see walk.ts. */
export function walkOne(flags: u32, trees: usize, count: u32, row: usize, list: usize): f64 {
  return (flags & WIDE) != 0 ? walkTrees<u32, Numbers>(trees, count, row, list) : walkTrees<u16, Numbers>(trees, count, row, list)
}

/** Adds the depths of the out-of-bag rows of several trees, for tables of numbers; see walkOutOfBag. */
export function judge(
  flags: u32, judges: usize, count: u32, rows: usize, stride: u32, n: u32, blockRows: u32, sums: usize, list: usize,
): void {
  if ((flags & WIDE) != 0) walkOutOfBag<u32>(judges, count, rows, stride, n, blockRows, sums, list)
  else walkOutOfBag<u16>(judges, count, rows, stride, n, blockRows, sums, list)
}
