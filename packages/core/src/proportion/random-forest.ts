import { type Progress, report } from '../numeric/progress.js'
import { type Random, substream } from '../numeric/random.js'
import { position, type RankedRows } from './ranked-rows.js'

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
  readonly trees: number
  readonly seed: number
  /** Names the stream of random numbers. */
  readonly label: string
  /** Whether a tree judges only rows that it did not train on, or all. */
  readonly outOfBag: boolean
}

/** Votes of the trees on every row. */
export interface Votes {
  readonly mixture: Int32Array
  readonly all: Int32Array
}

/** Nodes of at most this many training rows are sorted when they are split; larger ones keep every feature in order. */
const SMALL = 16
/** A side of less than this share of a node is taken out row by row, the rest moves as blocks. */
const UNEVEN = 1 / 64
/** Rows that are passed over together when none of them can be the best split. */
const RUN = 16
/** The bits of a weight that count. */
const COUNT = 127
/** Numbers a node is described by on the stack. */
const FIELDS = 7

export function growForest(data: RankedRows, classes: Uint8Array, options: ForestOptions): Votes {
  const grower = new Grower(data, classes, options.outOfBag)
  const { trees, seed, label } = options
  for (let tree = 0; tree < trees; tree++) {
    grower.grow(substream(seed, label, tree))
    report(options, tree + 1, trees)
  }
  return { mixture: grower.mixtureVotes, all: grower.allVotes }
}

type Indices = Uint16Array | Int32Array

/** Row numbers in as little memory as they need: the trees live in the cache. */
function indices(length: number, rows: number): Indices {
  return rows <= 65536 ? new Uint16Array(length) : new Int32Array(length)
}

class Grower {
  readonly mixtureVotes: Int32Array
  readonly allVotes: Int32Array
  private readonly rows: number
  private readonly width: number
  private readonly values: readonly Float64Array[]
  private readonly ranks: Indices
  private readonly order: Indices
  /** Where a row stands in the order of a feature. */
  private readonly place: Indices
  /** Whether no two rows share a value of the feature. */
  private readonly untied: readonly boolean[]
  private readonly trained: Int32Array
  private readonly isMixture: Uint8Array
  private readonly outOfBag: boolean
  /** How often a row is in the bag, with the top bit set for rows of the mixture. */
  private readonly weight: Uint8Array
  /** Rows in the bag, by feature, ascending, and split node by node. */
  private readonly sorted: Indices
  private readonly judged: Indices
  private readonly spare: Indices
  private readonly goesLeft: Uint8Array
  private readonly features: Int32Array
  private readonly tried: number
  private readonly stack: Int32Array
  private readonly smallRank: Int32Array = new Int32Array(SMALL)
  private readonly smallRow: Int32Array = new Int32Array(SMALL)
  private readonly taken: Int32Array
  private bag = 0
  // The best split of a node so far.
  private feature = -1
  private excess = 0
  private spread = 1
  private left = 0
  private leftMixture = 0
  private leftRows = 0
  private rank = 0
  private nextRank = 0
  private ties = 0

  constructor(data: RankedRows, classes: Uint8Array, outOfBag: boolean) {
    const { rows, width, values } = data
    this.rows = rows
    this.width = width
    this.values = values
    this.ranks = indices(width * rows, rows)
    this.ranks.set(data.ranks)
    this.order = indices(width * rows, rows)
    this.order.set(data.order)
    this.place = indices(width * rows, rows)
    for (let f = 0; f < width; f++) for (let i = 0; i < rows; i++) this.place[f * rows + data.order[f * rows + i]] = i
    this.untied = values.map((distinct) => distinct.length === rows)
    this.outOfBag = outOfBag
    this.isMixture = classes.map((c) => (c === MIXTURE ? 1 : 0))
    this.trained = Int32Array.from(classes.keys()).filter((i) => classes[i] !== ASIDE)
    this.mixtureVotes = new Int32Array(rows)
    this.allVotes = new Int32Array(rows)
    this.weight = new Uint8Array(rows)
    this.sorted = indices(width * rows, rows)
    this.judged = indices(rows, rows)
    this.spare = indices(rows, rows)
    this.goesLeft = new Uint8Array(rows)
    this.features = new Int32Array(width)
    this.tried = Math.max(1, Math.floor(Math.sqrt(width)))
    this.stack = new Int32Array(FIELDS * (this.trained.length + 2))
    this.taken = new Int32Array(Math.ceil(rows * UNEVEN) + 1)
  }

  grow(random: Random): void {
    const { stack } = this
    const judgedRows = this.fillBag(random)
    for (let f = 0; f < this.width; f++) this.features[f] = f
    let mixture = 0
    for (const w of this.weight) mixture += w & COUNT & -(w >> 7)
    stack.set([0, this.bag, 0, judgedRows, 1, this.trained.length, mixture])
    for (let top = FIELDS; top > 0; ) {
      top -= FIELDS
      const from = stack[top]
      const to = stack[top + 1]
      const judgeFrom = stack[top + 2]
      const judgeTo = stack[top + 3]
      const inOrder = stack[top + 4]
      const total = stack[top + 5]
      mixture = stack[top + 6]
      if (judgeFrom === judgeTo) continue
      const pure = mixture === 0 || mixture === total
      if (pure || !this.findSplit(from, to, total, mixture, inOrder === 1, random)) {
        const tossed = 2 * mixture === total && random.next() < 2147483648
        this.vote(judgeFrom, judgeTo, 2 * mixture > total || tossed)
        continue
      }
      const { left, leftMixture } = this
      const judgeMiddle = this.partitionJudged(judgeFrom, judgeTo)
      const middle = inOrder === 1 ? this.partitionSorted(from, to) : this.partitionSmall(from, to)
      stack[top++] = middle
      stack[top++] = to
      stack[top++] = judgeMiddle
      stack[top++] = judgeTo
      stack[top++] = to - middle > SMALL ? 1 : 0
      stack[top++] = total - left
      stack[top++] = mixture - leftMixture
      stack[top++] = from
      stack[top++] = middle
      stack[top++] = judgeFrom
      stack[top++] = judgeMiddle
      stack[top++] = middle - from > SMALL ? 1 : 0
      stack[top++] = left
      stack[top++] = leftMixture
    }
  }

  /** Draws the bag, puts its rows in order by every feature, and lists the rows to be judged; their number. */
  private fillBag(random: Random): number {
    const { trained, weight, sorted, order, judged, isMixture, outOfBag, rows, width } = this
    weight.fill(0)
    const scale = trained.length / 4294967296
    for (let i = trained.length; i > 0; i--) {
      const row = trained[(random.next() * scale) | 0]
      if (weight[row] < COUNT) weight[row]++
    }
    for (let row = 0; row < rows; row++) if (weight[row] > 0) weight[row] |= isMixture[row] << 7
    for (let f = 0; f < width; f++) {
      let at = f * rows
      for (let i = f * rows; i < (f + 1) * rows; i++) {
        sorted[at] = order[i]
        at += weight[order[i]] > 0 ? 1 : 0
      }
      this.bag = at - f * rows
    }
    let count = 0
    if (outOfBag) {
      for (const row of trained) if (weight[row] === 0) judged[count++] = row
    } else for (let row = 0; row < rows; row++) judged[count++] = row
    return count
  }

  /** Looks for the best split of a node among features drawn at random; false if none of them varies in it. */
  private findSplit(
    from: number,
    to: number,
    total: number,
    mixture: number,
    inOrder: boolean,
    random: Random,
  ): boolean {
    const { features, tried, width } = this
    this.feature = -1
    this.excess = -1
    this.spread = 1
    for (let k = 0; k < tried; k++) {
      const pick = k + random.below(width - k)
      const f = features[pick]
      features[pick] = features[k]
      features[k] = f
      if (inOrder) this.scanSorted(f, from, to, total, mixture, random)
      else this.scanSmall(f, from, to, total, mixture, random)
    }
    return this.feature >= 0
  }

  /*
   * With l of the N training rows on the left, l1 of the N1 mixture rows among them, the Gini index falls by a constant
   * times (l1 N - l N1)^2 / (l (N - l)): excess^2 / spread below, compared without division.
   */

  private scanSorted(f: number, from: number, to: number, total: number, mixture: number, random: Random): void {
    const { sorted, weight, ranks, rows } = this
    const base = f * rows
    const untied = this.untied[f]
    const last = base + to - 1
    const steepest = Math.max(mixture, total - mixture)
    let left = 0
    let left1 = 0
    let { excess, spread } = this
    for (let i = base + from; i < last; ) {
      // A run of rows in which even the steepest climb stays below the best split is passed over.
      const stop = Math.min(last, i + RUN)
      let end = left
      let end1 = left1
      for (let j = i; j < stop; j++) {
        const w = weight[sorted[j]]
        end += w & COUNT
        end1 += w & COUNT & -(w >> 7)
      }
      const highest = Math.abs(left1 * total - left * mixture) + (end - left) * steepest
      if (highest * highest * spread < excess * Math.min(left * (total - left), end * (total - end))) {
        left = end
        left1 = end1
        i = stop
        continue
      }
      for (; i < stop; i++) {
        const row = sorted[i]
        const w = weight[row]
        left += w & COUNT
        left1 += w & COUNT & -(w >> 7)
        const e = left1 * total - left * mixture
        const s = left * (total - left)
        if (e * e * spread < excess * s) continue
        if (!untied && ranks[base + row] === ranks[base + sorted[i + 1]]) continue
        if (!this.take(e * e * spread === excess * s, random)) continue
        excess = this.excess = e * e
        spread = this.spread = s
        this.feature = f
        this.left = left
        this.leftMixture = left1
        this.leftRows = i + 1 - base - from
        this.rank = ranks[base + row]
        this.nextRank = ranks[base + sorted[i + 1]]
      }
    }
  }

  private scanSmall(f: number, from: number, to: number, total: number, mixture: number, random: Random): void {
    const { sorted, weight, smallRank, smallRow, ranks, rows } = this
    const base = f * rows
    const size = to - from
    for (let i = 0; i < size; i++) {
      const row = sorted[from + i]
      const rank = ranks[base + row]
      let j = i
      for (; j > 0 && smallRank[j - 1] > rank; j--) {
        smallRank[j] = smallRank[j - 1]
        smallRow[j] = smallRow[j - 1]
      }
      smallRank[j] = rank
      smallRow[j] = row
    }
    let left = 0
    let left1 = 0
    for (let i = 1; i < size; i++) {
      const w = weight[smallRow[i - 1]]
      left += w & COUNT
      left1 += w & COUNT & -(w >> 7)
      if (smallRank[i] === smallRank[i - 1]) continue
      const e = left1 * total - left * mixture
      const s = left * (total - left)
      if (e * e * this.spread < this.excess * s) continue
      if (!this.take(e * e * this.spread === this.excess * s, random)) continue
      this.excess = e * e
      this.spread = s
      this.feature = f
      this.left = left
      this.leftMixture = left1
      this.rank = smallRank[i - 1]
      this.nextRank = smallRank[i]
    }
  }

  /** Whether to take a split that is at least as good as the best: among equals each is as likely. */
  private take(tied: boolean, random: Random): boolean {
    this.ties = tied ? this.ties + 1 : 1
    return this.ties === 1 || random.below(this.ties) === 0
  }

  /** The last rank that goes left: rows out of the bag may lie between the two that the split parts. */
  private cut(): number {
    const { rank, nextRank } = this
    if (nextRank === rank + 1) return rank
    const values = this.values[this.feature]
    return Math.max(rank, position(values, (values[rank] + values[nextRank]) / 2))
  }

  private partitionJudged(from: number, to: number): number {
    const { judged, ranks, feature, rows } = this
    const base = feature * rows
    const cut = this.cut()
    let left = from
    for (let i = from; i < to; i++) {
      const row = judged[i]
      judged[i] = judged[left]
      judged[left] = row
      left += ranks[base + row] <= cut ? 1 : 0
    }
    return left
  }

  private partitionSmall(from: number, to: number): number {
    const { sorted, ranks, feature, rank, rows } = this
    let left = from
    for (let i = from; i < to; i++) {
      const row = sorted[i]
      if (ranks[feature * rows + row] > rank) continue
      sorted[i] = sorted[left]
      sorted[left++] = row
    }
    return left
  }

  /** Moves the training rows of a node to their sides, every feature staying in order. */
  private partitionSorted(from: number, to: number): number {
    const { feature, leftRows, rows, width } = this
    const size = to - from
    const middle = from + leftRows
    if (size - leftRows < size * UNEVEN) {
      for (let f = 0; f < width; f++)
        if (f !== feature) this.takeOut(f, from, to, feature * rows + middle, size - leftRows, false)
    } else if (leftRows < size * UNEVEN) {
      for (let f = 0; f < width; f++)
        if (f !== feature) this.takeOut(f, from, to, feature * rows + from, leftRows, true)
    } else {
      const { sorted, goesLeft } = this
      for (let i = feature * rows + from; i < feature * rows + middle; i++) goesLeft[sorted[i]] = 1
      for (let i = feature * rows + middle; i < feature * rows + to; i++) goesLeft[sorted[i]] = 0
      // Small nodes are sorted when needed, so one list of their rows will do.
      const lists = Math.max(leftRows, size - leftRows) > SMALL ? width : 1
      for (let f = 0; f < lists; f++) if (f !== feature) this.partitionFeature(f, from, to)
    }
    return middle
  }

  private partitionFeature(f: number, from: number, to: number): void {
    const { sorted, spare, goesLeft, rows } = this
    const end = f * rows + to
    let a = f * rows + from
    let b = 0
    for (let i = a; i < end; i++) {
      const row = sorted[i]
      spare[b] = row
      sorted[a] = row
      const isLeft = goesLeft[row]
      a += isLeft
      b += 1 - isLeft
    }
    for (let i = 0; i < b; i++) sorted[a + i] = spare[i]
  }

  /** Takes the few rows listed from `list` on out of a feature's order and puts them, in order, at its start or its end. */
  private takeOut(f: number, from: number, to: number, list: number, count: number, toStart: boolean): void {
    const { sorted, place, taken, spare, rows } = this
    const base = f * rows
    for (let k = 0; k < count; k++) {
      const wanted = place[base + sorted[list + k]]
      let low = base + from
      let high = base + to
      while (low < high) {
        const middle = (low + high) >>> 1
        if (place[base + sorted[middle]] < wanted) low = middle + 1
        else high = middle
      }
      taken[k] = low
    }
    taken.subarray(0, count).sort()
    for (let k = 0; k < count; k++) spare[k] = sorted[taken[k]]
    if (toStart) {
      for (let k = count - 1; k >= 0; k--) {
        const start = k === 0 ? base + from : taken[k - 1] + 1
        sorted.copyWithin(start + count - k, start, taken[k])
      }
      for (let k = 0; k < count; k++) sorted[base + from + k] = spare[k]
    } else {
      for (let k = 0; k < count; k++) {
        const end = k === count - 1 ? base + to : taken[k + 1]
        sorted.copyWithin(taken[k] - k, taken[k] + 1, end)
      }
      for (let k = 0; k < count; k++) sorted[base + to - count + k] = spare[k]
    }
  }

  private vote(from: number, to: number, mixture: boolean): void {
    const { judged, mixtureVotes, allVotes } = this
    for (let i = from; i < to; i++) {
      allVotes[judged[i]]++
      if (mixture) mixtureVotes[judged[i]]++
    }
  }
}
