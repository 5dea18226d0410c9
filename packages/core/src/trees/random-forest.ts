import { type Progress, report } from '../numeric/progress.js'
import { type Random, substream } from '../numeric/random.js'
import { drawTimes, fillBag } from './bag.js'
import { MOST_ROWS } from './best-split.js'
import { NodeSearch } from './node-search.js'
import { position } from './ranked-rows.js'
import type { RankedRows, Votes, VotingForest, VotingForestMaker } from './voting-forest.js'

/*
 * A random forest of classification trees for two classes (Breiman, Machine Learning 45, 2001), with the defaults of R's
 * randomForest: bootstrap resamples of the training rows, floor(sqrt(d)) features drawn at every node, the split with the
 * largest fall of the Gini index half-way between two values, trees grown until their leaves are pure, one vote per tree.
 * Trees are not kept: the rows to be judged run down with the training rows and are counted where they arrive.
 */

/** Class of a row; ASIDE: not trained on. */
export const NOMINAL = 0
export const MIXTURE = 1
export const ASIDE = 2

export interface ForestOptions extends Progress {
  /** A faster forest in place of core's own, with the same votes. */
  readonly kernels?: { readonly forest?: VotingForestMaker }
  readonly trees: number
  readonly seed: number
  /** Names the stream of random numbers. */
  readonly label: string
  /** Whether a tree judges only rows that it did not train on, or all. */
  readonly outOfBag: boolean
}

/** The reason why a forest cannot be grown on so many rows, if there is one. */
export function tooManyRows(rows: number): string | null {
  return rows > MOST_ROWS ? `its forest takes at most ${MOST_ROWS} rows in all; got ${rows}` : null
}

/** Numbers a node is described by on the stack. */
const FIELDS = 6

/** The reference; the engine has another that gives the same votes. */
export const plainForest: VotingForestMaker = (data, classes, outOfBag) => new PlainForest(data, classes, outOfBag)

export function growForest(data: RankedRows, classes: Uint8Array, options: ForestOptions): Votes {
  const { trees, seed, label, outOfBag, kernels } = options
  const forest = (kernels?.forest ?? plainForest)(data, classes, outOfBag)
  for (let tree = 0; tree < trees; tree++) {
    forest.grow(seed, label, tree)
    report(options, tree + 1, trees)
  }
  return forest.votes()
}

/** The rows that trees are trained on. */
export function trainedRows(classes: Uint8Array): Int32Array {
  return Int32Array.from(classes.keys()).filter((i) => classes[i] !== ASIDE)
}

/** Whether a row is of the mixture. */
export function mixtureFlags(classes: Uint8Array): Uint8Array {
  return classes.map((c) => (c === MIXTURE ? 1 : 0))
}

class PlainForest implements VotingForest {
  private readonly mixtureVotes: Int32Array
  private readonly allVotes: Int32Array
  private readonly data: RankedRows
  private readonly trained: Int32Array
  private readonly isMixture: Uint8Array
  private readonly outOfBag: boolean
  private readonly search: NodeSearch
  private readonly times: Uint8Array
  /** Rows to be judged, node by node. */
  private readonly judged: Int32Array
  private readonly stack: Int32Array

  constructor(data: RankedRows, classes: Uint8Array, outOfBag: boolean) {
    const { rows } = data
    this.data = data
    this.outOfBag = outOfBag
    this.isMixture = mixtureFlags(classes)
    this.trained = trainedRows(classes)
    this.mixtureVotes = new Int32Array(rows)
    this.allVotes = new Int32Array(rows)
    this.search = new NodeSearch(data, this.trained.length)
    this.times = new Uint8Array(rows)
    this.judged = new Int32Array(rows)
    this.stack = new Int32Array(FIELDS * (this.trained.length + 2))
  }

  votes(): Votes {
    return { mixture: this.mixtureVotes, all: this.allVotes }
  }

  grow(seed: number, label: string, tree: number): void {
    const { stack, search } = this
    const random = substream(seed, label, tree)
    search.begin()
    stack.set(this.root(random))
    for (let top = FIELDS; top > 0; ) {
      top -= FIELDS
      const from = stack[top]
      const to = stack[top + 1]
      const judgeFrom = stack[top + 2]
      const judgeTo = stack[top + 3]
      const nominal = stack[top + 4]
      const mixture = stack[top + 5]
      if (judgeFrom === judgeTo) continue
      const pure = nominal === 0 || mixture === 0
      if (pure || !search.find(from, to, nominal, mixture, random)) {
        const tossed = mixture === nominal && random.next() < 2147483648
        this.vote(judgeFrom, judgeTo, mixture > nominal || tossed)
        continue
      }
      const { leftNominal, leftMixture } = search.split
      const middle = search.part(from, to)
      const judgeMiddle = this.partitionJudged(judgeFrom, judgeTo)
      stack[top++] = middle
      stack[top++] = to
      stack[top++] = judgeMiddle
      stack[top++] = judgeTo
      stack[top++] = nominal - leftNominal
      stack[top++] = mixture - leftMixture
      stack[top++] = from
      stack[top++] = middle
      stack[top++] = judgeFrom
      stack[top++] = judgeMiddle
      stack[top++] = leftNominal
      stack[top++] = leftMixture
    }
  }

  /** Draws the bag and lists the rows to be judged; the root node. */
  private root(random: Random): [number, number, number, number, number, number] {
    const { trained, times, judged, isMixture, outOfBag } = this
    times.fill(0)
    drawTimes(trained, trained.length, times, random)
    const { size, nominal, mixture } = fillBag(this.search.bag, trained, times, isMixture)
    let judgedRows = 0
    if (outOfBag) {
      for (const row of trained) if (times[row] === 0) judged[judgedRows++] = row
    } else for (let row = 0; row < times.length; row++) judged[judgedRows++] = row
    return [0, size, 0, judgedRows, nominal, mixture]
  }

  private partitionJudged(from: number, to: number): number {
    const { judged } = this
    const { ranks, feature } = this.search.split
    const base = feature * this.data.rows
    const last = this.cut()
    let left = from
    for (let i = from; i < to; i++) {
      const row = judged[i]
      judged[i] = judged[left]
      judged[left] = row
      left += ranks[base + row] <= last ? 1 : 0
    }
    return left
  }

  /** The last rank that goes left: rows out of the bag may lie between the two that the split parts. */
  private cut(): number {
    const { nextRank, split } = this.search
    const { rank, feature } = split
    if (nextRank === rank + 1) return rank
    const values = this.data.values[feature]
    return Math.max(rank, position(values, (values[rank] + values[nextRank]) / 2))
  }

  private vote(from: number, to: number, mixture: boolean): void {
    const { judged, mixtureVotes, allVotes } = this
    for (let i = from; i < to; i++) {
      allVotes[judged[i]]++
      if (mixture) mixtureVotes[judged[i]]++
    }
  }
}
