import { MISSING } from '../../data/table.js'
import { log } from '../../numeric/elementary.js'
import { toUnit } from '../detector.js'
import { type Forest, splitValue } from '../iforest/forest.js'
import { categorySide, LEFT, OUTSIDE, rowsBelow } from '../iforest/walk.js'

/** Log densities of a tree are multiples of this, so that their sums are exact and do not depend on the order of the trees. */
const DENSITY_UNIT = 2 ** -20
/** Ranges beyond which no number is any further out. */
export const MOST_RANGES = 1e6

/** A forest with what walking it needs. */
export interface DensityWalk {
  readonly forest: Forest
  /** For each feature, 1 if it is categorical. */
  readonly categorical: Uint8Array
  /** For each node, the log density of its left side and of its right; without it they are computed along each path. */
  readonly reached?: Float64Array
}

/**
 * The log density of the box on either side of every node, relative to the root's: at every split the share of the rows
 * that go there, over the share of the range (or of the categories present) that lies there.
 */
export function logDensities(forest: Forest, categorical: Uint8Array): Float64Array {
  const { feature, left, right } = forest
  const reached = new Float64Array(2 * feature.length)
  const own = new Float64Array(feature.length)
  for (let node = 0; node < feature.length; node++) {
    const width = leftWidth(forest, categorical, node)
    for (const side of [0, 1]) {
      const child = side === 0 ? left[node] : right[node]
      const density = own[node] + logRise(forest, node, child, side === 0 ? width : 1 - width)
      reached[2 * node + side] = density
      if (child >= 0) own[child] = density
    }
  }
  return reached
}

/** The share of a node's range, or of its categories, that lies on its left side. */
function leftWidth({ feature, low, high, fraction, subsets }: Forest, categorical: Uint8Array, node: number): number {
  if (categorical[feature[node]] === 0) return Math.max(1, fraction[node]) / 65536
  let goLeft = 0
  for (let at = low[node]; at < high[node]; at++) goLeft += subsets[at] & 1
  return goLeft / (high[node] - low[node])
}

/** What the log density gains from a node to one of its sides. */
function logRise(forest: Forest, node: number, child: number, width: number): number {
  return log(rowsBelow(forest, child) / forest.size[node] / width)
}

/** The log density of one side of a node, whose own is given. */
function densityOfSide(
  { forest, categorical, reached }: DensityWalk,
  node: number,
  own: number,
  left: boolean,
): number {
  if (reached !== undefined) return reached[2 * node + (left ? 0 : 1)]
  const width = leftWidth(forest, categorical, node)
  return own + logRise(forest, node, left ? forest.left[node] : forest.right[node], left ? width : 1 - width)
}

/** The log density of one row (its values start at `at`) by a tree. */
export function rowDensity(walk: DensityWalk, tree: number, values: Float64Array, at: number): number {
  return toUnit(densityBelow(walk, walk.forest.root[tree], 0, values, at), DENSITY_UNIT)
}

/**
 * A row beyond the range of a node goes down the nearer side, and its density falls as the distance grows: by 1 + the
 * distance in ranges. A category that none of a node's rows has ends the path with a share of one row more. A missing value
 * goes down both sides, weighted by their training rows; the smaller one is a call, so that calls nest at most
 * log2(rows) deep.
 */
function densityBelow(walk: DensityWalk, child: number, density: number, values: Float64Array, at: number): number {
  const { forest, categorical } = walk
  const { feature, low, high, fraction, left, right, size } = forest
  let node = child
  let own = density
  let done = 0
  let weight = 1
  let beyond = 0
  while (node >= 0) {
    const j = feature[node]
    const x = values[at + j]
    let goesLeft = true
    let both = false
    if (categorical[j] === 1) {
      const side = categorySide(forest, node, x)
      if (side === OUTSIDE && x !== MISSING) {
        own -= log(size[node] + 1)
        break
      }
      both = side === OUTSIDE
      goesLeft = side === LEFT
    } else if (Number.isNaN(x)) both = true
    else {
      goesLeft = x <= splitValue(low[node], high[node], fraction[node])
      const out = x < low[node] ? low[node] - x : x - high[node]
      if (out > 0) {
        const ranges = out / (high[node] - low[node])
        beyond += log(1 + (ranges < MOST_RANGES ? ranges : MOST_RANGES))
      }
    }
    if (both) {
      const leftIsSmaller = 2 * rowsBelow(forest, left[node]) <= size[node]
      const smaller = leftIsSmaller ? left[node] : right[node]
      const share = (weight * rowsBelow(forest, smaller)) / size[node]
      const ofSmaller = densityOfSide(walk, node, own, leftIsSmaller)
      done += share * (densityBelow(walk, smaller, ofSmaller, values, at) - beyond)
      weight -= share
      goesLeft = !leftIsSmaller
    }
    own = densityOfSide(walk, node, own, goesLeft)
    node = goesLeft ? left[node] : right[node]
  }
  return done + weight * (own - beyond)
}
