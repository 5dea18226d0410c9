import type * as internals from '@xenolith/core/internals'
import type { Trees } from './fit-task.js'

type Growing = { -readonly [Key in keyof internals.Forest]: internals.Forest[Key] }

/** Room beyond the expected number of nodes. */
const SLACK = 1.02

/** Puts trees, which arrive in order, into one set of arrays: children and entries move to where their tree now starts. */
export class ForestBuilder {
  private readonly trees: number
  private readonly subsample: number
  private readonly categorical: Uint8Array
  private readonly hasCategories: boolean
  private readonly forest: Growing
  private tree = 0
  private at = 0
  private entry = 0

  constructor(trees: number, subsample: number, categorical: Uint8Array) {
    this.trees = trees
    this.subsample = subsample
    this.categorical = categorical
    this.hasCategories = categorical.some((kind) => kind !== 0)
    this.forest = {
      root: new Int32Array(trees),
      feature: new Int32Array(0),
      low: new Float64Array(0),
      high: new Float64Array(0),
      fraction: new Uint16Array(0),
      left: new Int32Array(0),
      right: new Int32Array(0),
      size: new Int32Array(0),
      subsets: new Int32Array(0),
    }
  }

  add(grown: Trees): void {
    const { forest, at, entry } = this
    this.makeRoom(grown)
    forest.feature.set(grown.feature, at)
    forest.low.set(grown.low, at)
    forest.high.set(grown.high, at)
    forest.fraction.set(grown.fraction, at)
    forest.size.set(grown.size, at)
    forest.subsets.set(grown.subsets, entry)
    for (let k = 0; k < grown.nodes.length; k++) {
      const count = grown.nodes[k]
      forest.root[this.tree++] = count > 0 ? this.at : -this.subsample
      moveChildren(grown.left, forest.left, this.at - at, at, count)
      moveChildren(grown.right, forest.right, this.at - at, at, count)
      if (this.hasCategories) this.moveEntries(this.at, this.at + count)
      this.at += count
      this.entry += grown.entries[k]
    }
  }

  private moveEntries(from: number, to: number): void {
    const { feature, low, high } = this.forest
    for (let node = from; node < to; node++) {
      if (this.categorical[feature[node]] === 0) continue
      low[node] += this.entry
      high[node] += this.entry
    }
  }

  /** As many nodes as the trees so far let expect; almost always enough from the start. */
  private makeRoom(grown: Trees): void {
    const { forest, trees, tree, at, entry } = this
    const share = trees / (tree + grown.nodes.length)
    const nodes = at + grown.feature.length
    const entries = entry + grown.subsets.length
    if (nodes > forest.feature.length) {
      const room = tree + grown.nodes.length === trees ? nodes : Math.ceil(nodes * share * SLACK)
      for (const name of NODE_ARRAYS) resize(forest, name, room)
    }
    if (entries > forest.subsets.length) {
      resize(forest, 'subsets', share === 1 ? entries : Math.ceil(entries * share * SLACK))
    }
  }

  finish(): internals.Forest {
    for (const name of NODE_ARRAYS) resize(this.forest, name, this.at)
    resize(this.forest, 'subsets', this.entry)
    return this.forest
  }
}

/** Copies the children of the tree at `from` to where the tree now starts. Without branches: which are leaves is as good as random. */
function moveChildren(of: Int32Array, to: Int32Array, from: number, by: number, count: number): void {
  const start = from + by
  for (let node = from; node < from + count; node++) {
    const child = of[node]
    to[node + by] = child + (start & ~(child >> 31))
  }
}

const NODE_ARRAYS = ['feature', 'low', 'high', 'fraction', 'left', 'right', 'size'] as const

/** Gives an array another length. The little room that was left at the end is not worth a copy. */
function resize(forest: Growing, name: keyof Growing, length: number): void {
  const old = forest[name]
  if (old.length === length) return
  if (length < old.length) {
    forest[name] = (length > old.length * 0.9 ? old.subarray(0, length) : old.slice(0, length)) as never
    return
  }
  const grown = new (old.constructor as new (length: number) => Int32Array)(length)
  grown.set(old as Int32Array)
  forest[name] = grown as never
}
