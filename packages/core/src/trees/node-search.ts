import type { Random } from '../numeric/random.js'
import { BestSplit, ROW } from './best-split.js'
import type { RankedRows } from './voting-forest.js'

/** How many features are drawn at a node. */
export function featuresTried(width: number): number {
  return Math.max(1, Math.floor(Math.sqrt(width)))
}

/** The bag of a tree, node by node, and the search for splits among features drawn at random. */
export class NodeSearch {
  /** Rows of the bag (see `bagged`); those of a node stand together. */
  readonly bag: Int32Array
  readonly split: BestSplit
  /** The least rank on the right of the split that was made last. */
  nextRank = 0
  private readonly rows: number
  private readonly features: Int32Array
  private readonly tried: number

  /** `draws`: how many rows a bag holds at most, counted as often as they are in it. */
  constructor(data: RankedRows, draws: number) {
    this.rows = data.rows
    this.bag = new Int32Array(data.rows)
    this.split = new BestSplit(data, draws)
    this.features = new Int32Array(data.width)
    this.tried = featuresTried(data.width)
  }

  /** Begins a tree. */
  begin(): void {
    for (let f = 0; f < this.features.length; f++) this.features[f] = f
  }

  /** Looks for the best split of a node among features drawn at random; false if none of them varies in it. */
  find(from: number, to: number, nominal: number, mixture: number, random: Random): boolean {
    const { features, tried, split, bag } = this
    split.begin(nominal, mixture)
    for (let k = 0; k < tried; k++) {
      const pick = k + random.below(features.length - k)
      const f = features[pick]
      features[pick] = features[k]
      features[k] = f
      split.look(f, bag, from, to, random)
    }
    return split.feature >= 0
  }

  /** Moves the rows of the left side to the front; where the right side begins. Leaves the least rank on the right. */
  part(from: number, to: number): number {
    const { bag, split } = this
    const { ranks, rank: last } = split
    const base = split.feature * this.rows
    let left = from
    let least = 0x7fffffff
    for (let i = from; i < to; i++) {
      const row = bag[i]
      const rank = ranks[base + (row & ROW)]
      bag[i] = bag[left]
      bag[left] = row
      if (rank <= last) left++
      else if (rank < least) least = rank
    }
    this.nextRank = least
    return left
  }
}
