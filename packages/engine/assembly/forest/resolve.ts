import { Nodes, splitValue } from './tree'

/** How a feature stands in a row. */
export const NUMBER: u8 = 0
/** One bit for each category, bit 63 for one the model has not seen, none for a missing one. */
export const ONE_HOT: u8 = 1
/** The code as a number: -1 missing, -2 unseen. For features of more than 63 categories. */
export const CODE: u8 = 2

const MISSING = -1
const UNSEEN = -2
const UNSEEN_BIT = 63

const LEFT = 0
const RIGHT = 1
const OUTSIDE = 2
const BOTH = 3

let nodes: Nodes = changetype<Nodes>(0)
let kinds: usize = 0
let leafDepth: usize = 0
let rangeCheck: bool = false

/** The forest that `depthFrom` walks; `ofFeatures` holds the kind of each feature. */
export function walkOn(forest: Nodes, ofFeatures: usize, depths: usize, check: bool): void {
  nodes = forest
  kinds = ofFeatures
  leafDepth = depths
  rangeCheck = check
}

export function rangeChecked(): bool {
  return rangeCheck
}

/**
 * The depth of one row from a node on, given the edges above it: core's depthBelow line by line, for paths that meet
 * a missing value or a category that their node lacks. Calls nest at most log2(rows) deep.
 */
export function depthFrom(child: i32, edges: u32, row: usize): f64 {
  let node = child
  let depth = f64(edges)
  let done: f64 = 0
  let weight: f64 = 1
  while (node >= 0) {
    const side = sideOf(node, row)
    depth += 1
    if (side == OUTSIDE) return weighted(done, weight, depth)
    const left = load<i32>(nodes.left + (<usize>node << 2))
    const right = load<i32>(nodes.right + (<usize>node << 2))
    if (side == BOTH) {
      const size = load<i32>(nodes.size + (<usize>node << 2))
      const leftIsSmaller = 2 * <i64>rowsBelow(left) <= <i64>size
      const smaller = leftIsSmaller ? left : right
      const share = (weight * f64(rowsBelow(smaller))) / f64(size)
      done += share * (depth + depthFrom(smaller, 0, row))
      weight -= share
      node = leftIsSmaller ? right : left
    } else node = side == LEFT ? left : right
  }
  return weighted(done, weight, depth + load<f64>(leafDepth + (<usize>-node << 3)))
}

function rowsBelow(child: i32): i32 {
  return child < 0 ? -child : load<i32>(nodes.size + (<usize>child << 2))
}

function weighted(done: f64, weight: f64, depth: f64): f64 {
  return weight == 1 ? depth : roundHalfUp((done + weight * depth) * 1048576) / 1048576
}

/** Math.round of JavaScript. */
export function roundHalfUp(x: f64): f64 {
  const down = floor(x)
  return x - down >= 0.5 ? down + 1 : down
}

function sideOf(node: i32, row: usize): i32 {
  const j = load<u32>(nodes.feature + (<usize>node << 2))
  const at = row + (<usize>j << 3)
  const kind = load<u8>(kinds + j)
  const low = load<f64>(nodes.low + (<usize>node << 3))
  const high = load<f64>(nodes.high + (<usize>node << 3))
  if (kind != NUMBER) {
    const code = kind == CODE ? <i32>load<f64>(at) : codeOf(load<u64>(at))
    const side = categorySide(<u32>low, <u32>high, code)
    return side == OUTSIDE && (!rangeCheck || code == MISSING) ? BOTH : side
  }
  const x = load<f64>(at)
  if (x <= splitValue(low, high, load<u16>(nodes.fraction + (<usize>node << 1)))) {
    return rangeCheck && x < low ? OUTSIDE : LEFT
  }
  if (x > high) return rangeCheck ? OUTSIDE : RIGHT
  return x != x ? BOTH : RIGHT
}

function codeOf(bits: u64): i32 {
  if (bits == 0) return MISSING
  const code = <i32>ctz(bits)
  return code == UNSEEN_BIT ? UNSEEN : code
}

function categorySide(first: u32, end: u32, code: i32): i32 {
  let from = first
  let to = end
  while (from < to) {
    const middle = (from + to) >>> 1
    const entry = load<i32>(nodes.subsets + (<usize>middle << 2))
    if (entry >> 1 == code) return (entry & 1) == 1 ? LEFT : RIGHT
    if (entry >> 1 < code) from = middle + 1
    else to = middle
  }
  return OUTSIDE
}
