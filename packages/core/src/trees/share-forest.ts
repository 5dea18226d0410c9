import { type Random, substream } from '../numeric/random.js'
import { drawTimes, fillBag } from './bag.js'
import { NodeSearch } from './node-search.js'
import type { RankedRows } from './voting-forest.js'

/*
 * Trees that tell mixture rows from nominal ones and are kept: as those of the voting forest, but each is grown on as
 * many draws of one class as of the other, ends in leaves of some size, and says in which share its leaves hold mixture
 * rows. With equal draws that share rises with the ratio of the two densities, however unequal the samples are.
 */

/** Shares are counted in these units, so that sums over trees are exact. */
export const SHARE_UNITS = 32768

/** The feature of a node that is a leaf. */
export const LEAF = -1

/** A tree in preorder: the left child of a node is the next node, the right one follows the left subtree. */
export interface ShareTree {
  readonly feature: Int32Array
  /** Of an inner node: rows whose value is at most so large go left. Of a leaf: its share of mixture rows, in units. */
  readonly value: Float64Array
}

/** What trees are grown on. */
export interface SharePlan {
  /** The rows trained on, by class; neither is empty. */
  readonly nominal: Int32Array
  readonly mixture: Int32Array
  /** Draws of each class for a tree. */
  readonly draws: number
  /** A node of at most so many draws is a leaf. */
  readonly leaf: number
}

export interface ShareForest {
  grow(seed: number, label: string, tree: number): ShareTree
}

export type ShareForestMaker = (data: RankedRows, plan: SharePlan) => ShareForest

/** Numbers a node is described by on the stack. */
const FIELDS = 4

/** The reference; the engine has another that grows the same trees. */
export const plainShareForest: ShareForestMaker = (data, plan) => new PlainShareForest(data, plan)

class PlainShareForest implements ShareForest {
  private readonly data: RankedRows
  private readonly plan: SharePlan
  private readonly search: NodeSearch
  private readonly times: Uint8Array
  /** The rows trained on, nominal ones first. */
  private readonly trained: Int32Array
  private readonly isMixture: Uint8Array
  private readonly stack: Int32Array

  constructor(data: RankedRows, plan: SharePlan) {
    this.data = data
    this.plan = plan
    this.trained = new Int32Array(plan.nominal.length + plan.mixture.length)
    this.trained.set(plan.nominal)
    this.trained.set(plan.mixture, plan.nominal.length)
    this.isMixture = new Uint8Array(data.rows)
    for (const row of plan.mixture) this.isMixture[row] = 1
    this.search = new NodeSearch(data, 2 * plan.draws)
    this.times = new Uint8Array(data.rows)
    this.stack = new Int32Array(FIELDS * (this.trained.length + 2))
  }

  grow(seed: number, label: string, tree: number): ShareTree {
    const { stack, search } = this
    const { leaf } = this.plan
    const random = substream(seed, label, tree)
    const feature: number[] = []
    const value: number[] = []
    search.begin()
    stack.set(this.root(random))
    for (let top = FIELDS; top > 0; ) {
      top -= FIELDS
      const from = stack[top]
      const to = stack[top + 1]
      const nominal = stack[top + 2]
      const mixture = stack[top + 3]
      const ends = nominal === 0 || mixture === 0 || nominal + mixture <= leaf
      if (ends || !search.find(from, to, nominal, mixture, random)) {
        feature.push(LEAF)
        value.push(Math.floor((mixture * SHARE_UNITS) / (nominal + mixture) + 0.5))
        continue
      }
      const { leftNominal, leftMixture } = search.split
      const middle = search.part(from, to)
      feature.push(search.split.feature)
      value.push(this.cut())
      stack[top++] = middle
      stack[top++] = to
      stack[top++] = nominal - leftNominal
      stack[top++] = mixture - leftMixture
      stack[top++] = from
      stack[top++] = middle
      stack[top++] = leftNominal
      stack[top++] = leftMixture
    }
    return { feature: Int32Array.from(feature), value: Float64Array.from(value) }
  }

  /** Draws the bag, as often from one class as from the other; the root node. */
  private root(random: Random): [number, number, number, number] {
    const { times, plan } = this
    times.fill(0)
    drawTimes(plan.nominal, plan.draws, times, random)
    drawTimes(plan.mixture, plan.draws, times, random)
    const { size, nominal, mixture } = fillBag(this.search.bag, this.trained, times, this.isMixture)
    return [0, size, nominal, mixture]
  }

  /** Half-way between the two values that the split parts, which is the lower one if no number lies between them. */
  private cut(): number {
    const { nextRank, split } = this.search
    const values = this.data.values[split.feature]
    const low = values[split.rank]
    const high = values[nextRank]
    const half = (low + high) / 2
    return half < high ? half : low
  }
}
