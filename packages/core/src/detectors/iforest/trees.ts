import type { Forest } from './forest.js'
import type { TreeRoom } from './grow.js'

/** A forest of one tree, whose root is node 0 (or a leaf). */
export type Tree = Forest

/** Copies the tree out of the room. */
export function keepTree(room: TreeRoom, nodes: number, psi: number): Tree {
  return {
    root: Int32Array.of(nodes > 0 ? 0 : -psi),
    feature: room.feature.slice(0, nodes),
    low: room.low.slice(0, nodes),
    high: room.high.slice(0, nodes),
    fraction: room.fraction.slice(0, nodes),
    left: room.left.slice(0, nodes),
    right: room.right.slice(0, nodes),
    size: room.size.slice(0, nodes),
    subsets: Int32Array.from(room.subsets),
  }
}

/** All trees in one set of arrays, children and category entries moved to where their tree now starts. */
export function concatenateTrees(trees: readonly Tree[], categorical: Uint8Array): Forest {
  const nodes = trees.reduce((sum, tree) => sum + tree.feature.length, 0)
  const entries = trees.reduce((sum, tree) => sum + tree.subsets.length, 0)
  const forest = {
    root: new Int32Array(trees.length),
    feature: new Int32Array(nodes),
    low: new Float64Array(nodes),
    high: new Float64Array(nodes),
    fraction: new Uint16Array(nodes),
    left: new Int32Array(nodes),
    right: new Int32Array(nodes),
    size: new Int32Array(nodes),
    subsets: new Int32Array(entries),
  }
  let at = 0
  let entry = 0
  trees.forEach((tree, t) => {
    forest.root[t] = moved(tree.root[0], at)
    forest.feature.set(tree.feature, at)
    forest.low.set(tree.low, at)
    forest.high.set(tree.high, at)
    forest.fraction.set(tree.fraction, at)
    forest.size.set(tree.size, at)
    forest.subsets.set(tree.subsets, entry)
    for (let node = 0; node < tree.feature.length; node++) {
      forest.left[at + node] = moved(tree.left[node], at)
      forest.right[at + node] = moved(tree.right[node], at)
      if (categorical[tree.feature[node]] === 1) {
        forest.low[at + node] += entry
        forest.high[at + node] += entry
      }
    }
    at += tree.feature.length
    entry += tree.subsets.length
  })
  return forest
}

function moved(child: number, by: number): number {
  return child < 0 ? child : child + by
}

/** Trees that explanations are taken from: how much a feature adds is a difference in the same trees, which takes fewer than a score. */
const EXPLAINING_TREES = 100

/** The first trees of a forest, as many as explanations need. */
export function explainingTrees(forest: Forest): Forest {
  const { root, feature } = forest
  if (root.length <= EXPLAINING_TREES) return forest
  const next = root.findIndex((node, t) => t >= EXPLAINING_TREES && node >= 0)
  const end = next < 0 ? feature.length : root[next]
  return {
    root: root.slice(0, EXPLAINING_TREES),
    feature: feature.slice(0, end),
    low: forest.low.slice(0, end),
    high: forest.high.slice(0, end),
    fraction: forest.fraction.slice(0, end),
    left: forest.left.slice(0, end),
    right: forest.right.slice(0, end),
    size: forest.size.slice(0, end),
    subsets: forest.subsets,
  }
}
