import { array, bad, fields, list } from '../../codec/shape.js'
import { type Feature, LARGEST } from '../../data/table.js'
import { type Forest, MOST_TREES } from './forest.js'
import { rankBounds } from './rank-bounds.js'

/**
 * A forest in about 8 bytes a node. Ranges are ranks in each feature's list of values; trees are in preorder, so two
 * bits say what each child is (INNER, a leaf of 1, a leaf of 2, or a larger leaf, whose size is the next of `leaves`).
 * A categorical node keeps how many entries it has in `high`.
 */
export interface PackedForest {
  readonly values: readonly Float64Array[]
  readonly nodes: Uint32Array
  readonly feature: Uint8Array | Uint16Array | Uint32Array
  readonly low: Uint16Array | Uint32Array
  readonly high: Uint16Array | Uint32Array
  readonly fraction: Uint16Array
  readonly shape: Uint8Array
  readonly leaves: Uint32Array
  readonly subsets: Int32Array
}

const INNER = 0
const LARGER_LEAF = 3

export function packForest(forest: Forest, features: readonly Feature[]): PackedForest {
  const total = forest.feature.length
  const { values, low, high } = rankBounds(forest, features)
  const categorical = features.map(({ kind }) => kind === 'categorical')
  const shape = new Uint8Array(total)
  const leaves: number[] = []
  const kindOf = (child: number): number => {
    if (child >= 0) return INNER
    if (child < -2) leaves.push(-child)
    return Math.min(-child, LARGER_LEAF)
  }
  for (let node = 0; node < total; node++) {
    if (categorical[forest.feature[node]]) high[node] = forest.high[node] - forest.low[node]
    shape[node] = kindOf(forest.left[node]) | (kindOf(forest.right[node]) << 2)
  }
  return {
    values,
    nodes: nodesPerTree(forest),
    feature: narrow(forest.feature, true),
    low: narrow(low, false) as Uint16Array | Uint32Array,
    high: narrow(high, false) as Uint16Array | Uint32Array,
    fraction: forest.fraction,
    shape,
    leaves: Uint32Array.from(leaves),
    subsets: forest.subsets,
  }
}

function nodesPerTree(forest: Forest): Uint32Array {
  const trees = forest.root.length
  const nodes = new Uint32Array(trees)
  let end = forest.feature.length
  for (let t = trees - 1; t >= 0; t--) {
    if (forest.root[t] < 0) continue
    nodes[t] = end - forest.root[t]
    end = forest.root[t]
  }
  return nodes
}

function narrow(values: Int32Array | Uint32Array, bytes: boolean): Uint8Array | Uint16Array | Uint32Array {
  let most = 0
  for (const value of values) if (value > most) most = value
  if (bytes && most < 256) return Uint8Array.from(values)
  return most < 65536 ? Uint16Array.from(values) : Uint32Array.from(values)
}

/** Rebuilds the forest and refuses one that no fit could have made, so that walking it is safe and ends. */
export function unpackForest(value: unknown, features: readonly Feature[], subsample: number): Forest {
  const packed = fields(value, 'the forest')
  const values = list(packed.values, 'the forest', (v, where) => array(v, where, [Float64Array]))
  const nodes = array(packed.nodes, 'the forest', [Uint32Array])
  const total = nodes.reduce((sum, n) => sum + n, 0)
  const feature = array<Uint8Array | Uint16Array | Uint32Array>(
    packed.feature,
    'the forest',
    [Uint8Array, Uint16Array, Uint32Array],
    total,
  )
  const ranks = [Uint16Array, Uint32Array] as (new (length: number) => Uint16Array | Uint32Array)[]
  const low = array(packed.low, 'the forest', ranks, total)
  const high = array(packed.high, 'the forest', ranks, total)
  const fraction = array(packed.fraction, 'the forest', [Uint16Array], total)
  const shape = array(packed.shape, 'the forest', [Uint8Array], total)
  const leaves = array(packed.leaves, 'the forest', [Uint32Array])
  const subsets = array(packed.subsets, 'the forest', [Int32Array])
  if (nodes.length === 0) throw bad('its forest has no trees')
  if (nodes.length > MOST_TREES) throw bad(`its forest has more than ${MOST_TREES} trees`)
  if (values.length !== features.length) throw bad('its forest has other features than its header')
  if (!values.every((list) => list.every((x) => Math.abs(x) <= LARGEST))) throw bad('its forest has an infinite range')
  const forest = {
    root: new Int32Array(nodes.length),
    feature: Int32Array.from(feature),
    low: new Float64Array(total),
    high: new Float64Array(total),
    fraction,
    left: new Int32Array(total),
    right: new Int32Array(total),
    size: new Int32Array(total),
    subsets,
  }
  let entry = 0
  for (let node = 0; node < total; node++) {
    const j = feature[node]
    if (j >= features.length) throw bad('its forest splits on a feature that it lacks')
    if (features[j].kind === 'numeric') {
      forest.low[node] = values[j][low[node]]
      forest.high[node] = values[j][high[node]]
      if (!(forest.low[node] < forest.high[node])) throw bad('its forest has an empty range')
    } else {
      forest.low[node] = entry
      entry += high[node]
      forest.high[node] = entry
      checkSubset(subsets.subarray(forest.low[node], entry), features[j].categories.length)
    }
  }
  if (entry !== subsets.length) throw bad('its forest has categories that belong to no node')
  linkTrees(forest, nodes, shape, leaves, subsample)
  return forest
}

/** A node tells at least two categories apart; its entries ascend, so that they can be searched. */
function checkSubset(subset: Int32Array, categories: number): void {
  const ascending = subset.every((entry, k) => (k === 0 ? entry >= 0 : entry >> 1 > subset[k - 1] >> 1))
  if (!ascending || subset.length < 2 || subset[subset.length - 1] >> 1 >= categories) {
    throw bad('its forest has impossible categories')
  }
}

interface Linked {
  readonly root: Int32Array
  readonly left: Int32Array
  readonly right: Int32Array
  readonly size: Int32Array
}

/** Children from the preorder and the shape bits; sizes from the leaves up. */
function linkTrees(
  forest: Linked,
  nodes: Uint32Array,
  shape: Uint8Array,
  leaves: Uint32Array,
  subsample: number,
): void {
  let leaf = 0
  let start = 0
  const child = (kind: number, inner: number): number => {
    if (kind !== LARGER_LEAF) return kind === INNER ? inner : -kind
    const size = leaves[leaf++]
    if (!(size > 2 && size <= subsample)) throw bad('its forest has a leaf of an impossible size')
    return -size
  }
  nodes.forEach((count, t) => {
    const end = start + count
    forest.root[t] = count === 0 ? -subsample : start
    const waiting: number[] = [] // nodes whose right child is the next inner node that closes a subtree
    for (let node = start; node < end; node++) {
      const leftKind = shape[node] & 3
      const rightKind = (shape[node] >> 2) & 3
      forest.left[node] = child(leftKind, node + 1)
      forest.right[node] = child(rightKind, -1)
      if (rightKind === INNER && leftKind === INNER) waiting.push(node)
      else if (rightKind === INNER) forest.right[node] = node + 1
      else if (leftKind !== INNER && node + 1 < end) {
        const parent = waiting.pop()
        if (parent === undefined) throw bad('its forest has a node without a parent')
        forest.right[parent] = node + 1
      }
      if ((leftKind === INNER || rightKind === INNER) && node + 1 === end)
        throw bad('its forest has a node without a child')
    }
    if (waiting.length > 0) throw bad('its forest has a node without a child')
    for (let node = end - 1; node >= start; node--) {
      const left = forest.left[node]
      const right = forest.right[node]
      const rows = (left < 0 ? -left : forest.size[left]) + (right < 0 ? -right : forest.size[right])
      if (rows > subsample) throw bad('its forest has a tree of an impossible size')
      forest.size[node] = rows
    }
    if (count > 0 && forest.size[start] !== subsample) throw bad('its forest has a tree of an impossible size')
    start = end
  })
  if (leaf !== leaves.length) throw bad('its forest has leaves that belong to no node')
}
