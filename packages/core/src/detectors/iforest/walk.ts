import { MISSING } from '../../data/table.js'
import { toUnit } from '../detector.js'
import { DEPTH_UNIT, type Forest, isolationDepth, splitValue } from './forest.js'

/** A forest with what walking it needs. */
export interface Walk {
  readonly forest: Forest
  readonly rangeCheck: boolean
  /** For each feature, 1 if it is categorical. */
  readonly categorical: Uint8Array
  /** c(n) for the common leaf sizes n; larger ones (many rows alike) are computed. */
  readonly leafDepth: Float64Array
}

const COMMON_LEAF = 1024

/** c(n) for n = 0 .. subsample, as far as common. */
export function leafDepths(subsample: number): Float64Array {
  return Float64Array.from({ length: Math.min(subsample, COMMON_LEAF) + 1 }, (_, n) => isolationDepth(n))
}

/**
 * Depth at which one row (its values start at `at`) is isolated by a tree: edges walked plus c(leaf size). With the
 * range check a path ends, adding 1, at the first node whose training range does not cover the row's value, or whose
 * training categories do not include it. A missing value (and, without the range check, a category absent from the
 * node) goes down both sides, weighted by their training rows.
 */
export function rowDepth(walk: Walk, tree: number, values: Float64Array, at: number): number {
  return depthBelow(walk, walk.forest.root[tree], values, at)
}

export const LEFT = 0
export const RIGHT = 1
export const OUTSIDE = 2
const BOTH = 3

function sideOf(walk: Walk, node: number, values: Float64Array, at: number): number {
  const { forest, rangeCheck } = walk
  const j = forest.feature[node]
  const x = values[at + j]
  if (walk.categorical[j] === 1) {
    const side = categorySide(forest, node, x)
    return side === OUTSIDE && (!rangeCheck || x === MISSING) ? BOTH : side
  }
  const low = forest.low[node]
  const high = forest.high[node]
  if (x <= splitValue(low, high, forest.fraction[node])) return rangeCheck && x < low ? OUTSIDE : LEFT
  if (x > high) return rangeCheck ? OUTSIDE : RIGHT
  return Number.isNaN(x) ? BOTH : RIGHT
}

/** Binary search among the categories present at the node; codes below zero (missing, unseen) never are. */
export function categorySide(forest: Forest, node: number, code: number): number {
  let from = forest.low[node]
  let to = forest.high[node]
  while (from < to) {
    const middle = (from + to) >>> 1
    const entry = forest.subsets[middle]
    if (entry >> 1 === code) return (entry & 1) === 1 ? LEFT : RIGHT
    if (entry >> 1 < code) from = middle + 1
    else to = middle
  }
  return OUTSIDE
}

export function rowsBelow(forest: Forest, child: number): number {
  return child < 0 ? -child : forest.size[child]
}

function leafDepthOf({ leafDepth }: Walk, rows: number): number {
  return rows < leafDepth.length ? leafDepth[rows] : isolationDepth(rows)
}

/**
 * Where a path divides, the smaller side is a call and the larger one the loop, so that calls nest at most log2(rows)
 * deep in a tree of any shape. `done` is the weighted depth of the sides already walked, `weight` what is left.
 */
function depthBelow(walk: Walk, child: number, values: Float64Array, at: number): number {
  const { left, right, size } = walk.forest
  let node = child
  let depth = 0
  let done = 0
  let weight = 1
  while (node >= 0) {
    const side = sideOf(walk, node, values, at)
    depth++
    if (side === OUTSIDE) return weighted(done, weight, depth)
    if (side === BOTH) {
      const leftIsSmaller = 2 * rowsBelow(walk.forest, left[node]) <= size[node]
      const smaller = leftIsSmaller ? left[node] : right[node]
      const share = (weight * rowsBelow(walk.forest, smaller)) / size[node]
      done += share * (depth + depthBelow(walk, smaller, values, at))
      weight -= share
      node = leftIsSmaller ? right[node] : left[node]
    } else node = side === LEFT ? left[node] : right[node]
  }
  return weighted(done, weight, depth + leafDepthOf(walk, -node))
}

function weighted(done: number, weight: number, depth: number): number {
  return weight === 1 ? depth : toUnit(done + weight * depth, DEPTH_UNIT)
}
