import { LEAF, type ShareTree } from '../../trees/share-forest.js'

/** All trees as flat arrays, each in preorder; the left child of a node is the next one. */
export interface ContrastForest {
  readonly root: Int32Array
  /** The column that a node looks at; -1 for a leaf. */
  readonly feature: Int32Array
  /** Of an inner node: rows up to this value go left. Of a leaf: its share of mixture rows, in units. */
  readonly value: Float64Array
  /** The right child of an inner node. */
  readonly right: Int32Array
}

/** Trees one behind the other; `columns` names the column of each feature that they were offered. */
export function joinTrees(trees: readonly ShareTree[], columns: readonly number[]): ContrastForest {
  const total = trees.reduce((sum, { feature }) => sum + feature.length, 0)
  const root = new Int32Array(trees.length)
  const feature = new Int32Array(total)
  const value = new Float64Array(total)
  let at = 0
  trees.forEach((tree, t) => {
    root[t] = at
    value.set(tree.value, at)
    for (let i = 0; i < tree.feature.length; i++) {
      feature[at + i] = tree.feature[i] === LEAF ? LEAF : columns[tree.feature[i]]
    }
    at += tree.feature.length
  })
  return { root, feature, value, right: rightChildren(feature, root)! }
}

/** Right children from the preorder; null if the nodes do not make up whole trees that begin at the roots. */
export function rightChildren(feature: Int32Array, root: Int32Array): Int32Array | null {
  const total = feature.length
  const right = new Int32Array(total)
  for (let t = 0; t < root.length; t++) {
    const end = t + 1 < root.length ? root[t + 1] : total
    if (root[t] >= end || (t === 0 && root[0] !== 0)) return null
    const open: number[] = []
    for (let node = root[t]; node < end; node++) {
      if (feature[node] !== LEAF) {
        open.push(node)
        continue
      }
      // A leaf ends a left side, whose node then has its right child next, or the last right sides, and with them the tree.
      const parent = open.pop()
      if ((parent === undefined) !== (node + 1 === end)) return null
      if (parent !== undefined) right[parent] = node + 1
    }
    if (feature[end - 1] !== LEAF) return null
  }
  return right
}

/** Adds the shares of trees `from` .. `to - 1` for the listed rows of a row-major block to their sums. */
export function addShares(
  { root, feature, value, right }: ContrastForest,
  from: number,
  to: number,
  values: Float64Array,
  width: number,
  rows: readonly number[],
  sums: Float64Array,
): void {
  for (let t = from; t < to; t++) {
    for (const row of rows) {
      const base = row * width
      let node = root[t]
      for (let f = feature[node]; f >= 0; f = feature[node]) {
        node = values[base + f] <= value[node] ? node + 1 : right[node]
      }
      sums[row] += value[node]
    }
  }
}
