import { log } from '../../numeric/elementary.js'
import { toUnit } from '../detector.js'

/** More trees change no ranking that anyone could measure. */
export const MOST_TREES = 1_000_000

/**
 * Trees as flat arrays, inner nodes only, each tree in preorder (children come after their parent).
 * A child >= 0 is a node; a negative one is a leaf that holds -child training rows.
 */
export interface ForestNodes {
  readonly feature: Int32Array
  /** Numeric node: the training range of its feature. Categorical node: its entries are subsets[low .. high - 1]. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** Where in the range a numeric node splits, in 1/65536ths. */
  readonly fraction: Uint16Array
  readonly left: Int32Array
  readonly right: Int32Array
  /** Training rows below each node. */
  readonly size: Int32Array
  /** For each category present at a categorical node, ascending: 2 * code + 1 if it goes left, 2 * code if right. */
  readonly subsets: Int32Array
}

/** All trees of a forest, their nodes numbered throughout. */
export interface Forest extends ForestNodes {
  /** Of each tree, a node or a leaf as children are. */
  readonly root: Int32Array
}

const EULER = 0.5772156649015329
/** Depths are multiples of this, so that their sums are exact and do not depend on the order of the trees. */
export const DEPTH_UNIT: number = 2 ** -20

/** The value a numeric node compares with: rows <= it go left. Always in [low, high), so both sides get rows. */
export function splitValue(low: number, high: number, fraction: number): number {
  const value = low + (high - low) * (fraction / 65536)
  return value < high ? value : low
}

/** c(n): the mean depth that isolating n rows would add (Liu, Ting and Zhou 2008), in units of 2^-20. */
export function isolationDepth(n: number): number {
  if (n <= 1) return 0
  if (n === 2) return 1
  return toUnit(2 * (log(n - 1) + EULER) - (2 * (n - 1)) / n, DEPTH_UNIT)
}
