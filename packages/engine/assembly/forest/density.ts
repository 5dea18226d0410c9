/*
 * Log densities of rows by the boxes of trees, as core's detectors/density-forest/walk.ts has them, line by line.
 */
import { log } from '../logarithm'
import { seedRandom } from '../random'
import { roundHalfUp } from './resolve'
import { sampleToFront } from './sample'

/** As in core. */
const MOST_RANGES: f64 = 1e6
const MISSING: f64 = -1

const LEFT = 0
const RIGHT = 1
const OUTSIDE = 2

/** A node. Children are nodes, or leaves of as many rows as they are below zero. */
// @ts-ignore: decorator
@unmanaged
class Node {
  split: f64
  low: f64
  high: f64
  /** Log densities of its sides. */
  ofLeft: f64
  ofRight: f64
  feature: i32
  left: i32
  right: i32
  size: i32
}

/** Trees and the rows that they judge. */
// @ts-ignore: decorator
@unmanaged
export class DensityTrees {
  nodes: usize
  /** i32: the root of each tree. */
  roots: usize
  /** i32: for each category of a node, ascending: twice its code, and one more if it goes left. */
  subsets: usize
  /** u8: for each feature, 1 if it is categorical. */
  categorical: usize
  /** f64: row by row; categories as codes. */
  rows: usize
  /** f64: sums of log densities. */
  sums: usize
  trees: u32
  width: u32
}

const NODE: usize = offsetof<Node>()

/** Adds the log densities of all rows by all trees. */
export function addDensities(trees: DensityTrees, rows: u32): void {
  const bytes = <usize>trees.width << 3
  for (let t: usize = 0; t < <usize>trees.trees; t++) {
    const root = load<i32>(trees.roots + (t << 2))
    let row = trees.rows
    for (let i: usize = 0; i < <usize>rows; i++, row += bytes) add(trees.sums + (i << 3), densityOf(trees, root, row))
  }
}

/**
 * The same for the rows that the trees were not grown on, whose numbers and generator say which. `counts` (u32) has the
 * number of trees that judged each row.
 */
export function addOutOfBagDensities(
  trees: DensityTrees, rows: u32, psi: u32, first: u32, second: u32, firstTree: u32, order: usize, identity: usize, counts: usize,
): void {
  const bytes = <usize>trees.width << 3
  for (let t: u32 = 0; t < trees.trees; t++) {
    const root = load<i32>(trees.roots + (<usize>t << 2))
    seedRandom(first, second, firstTree + t)
    sampleToFront(order, identity, rows, psi)
    for (let k = psi; k < rows; k++) {
      const i = <usize>load<u32>(order + (<usize>k << 2))
      add(trees.sums + (i << 3), densityOf(trees, root, trees.rows + i * bytes))
      store<u32>(counts + (i << 2), load<u32>(counts + (i << 2)) + 1)
    }
  }
}

// @ts-ignore: decorator
@inline
function add(to: usize, x: f64): void {
  store<f64>(to, load<f64>(to) + x)
}

// @ts-ignore: decorator
@inline
function densityOf(trees: DensityTrees, root: i32, row: usize): f64 {
  return roundHalfUp(densityBelow(trees, root, 0, row) * 1048576) / 1048576
}

function densityBelow(trees: DensityTrees, child: i32, density: f64, row: usize): f64 {
  let at = child
  let own = density
  let done: f64 = 0
  let weight: f64 = 1
  let beyond: f64 = 0
  while (at >= 0) {
    const node = changetype<Node>(trees.nodes + <usize>at * NODE)
    const x = load<f64>(row + (<usize>node.feature << 3))
    let goesLeft = true
    let both = false
    if (load<u8>(trees.categorical + <usize>node.feature) == 1) {
      const side = categorySide(trees, node, x)
      if (side == OUTSIDE && x != MISSING) {
        own -= log(<f64>node.size + 1)
        break
      }
      both = side == OUTSIDE
      goesLeft = side == LEFT
    } else if (isNaN(x)) both = true
    else {
      goesLeft = x <= node.split
      const out = x < node.low ? node.low - x : x - node.high
      if (out > 0) {
        const ranges = out / (node.high - node.low)
        beyond += log(1 + (ranges < MOST_RANGES ? ranges : MOST_RANGES))
      }
    }
    if (both) {
      const leftIsSmaller = 2 * <i64>rowsBelow(trees, node.left) <= <i64>node.size
      const smaller = leftIsSmaller ? node.left : node.right
      const share = (weight * <f64>rowsBelow(trees, smaller)) / <f64>node.size
      done += share * (densityBelow(trees, smaller, leftIsSmaller ? node.ofLeft : node.ofRight, row) - beyond)
      weight -= share
      goesLeft = !leftIsSmaller
    }
    own = goesLeft ? node.ofLeft : node.ofRight
    at = goesLeft ? node.left : node.right
  }
  return done + weight * (own - beyond)
}

function rowsBelow(trees: DensityTrees, child: i32): i32 {
  return child < 0 ? -child : changetype<Node>(trees.nodes + <usize>child * NODE).size
}

/** Binary search among the categories present at the node. */
function categorySide(trees: DensityTrees, node: Node, code: f64): i32 {
  let from = <i32>node.low
  let to = <i32>node.high
  while (from < to) {
    const middle = (from + to) >>> 1
    const entry = load<i32>(trees.subsets + (<usize>middle << 2))
    if (<f64>(entry >> 1) == code) return (entry & 1) == 1 ? LEFT : RIGHT
    if (<f64>(entry >> 1) < code) from = middle + 1
    else to = middle
  }
  return OUTSIDE
}
