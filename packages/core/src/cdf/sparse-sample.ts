import { type CellsOf, isKnown } from './cells.js'
import type { OrderedSample } from './ordered-sample.js'

/**
 * A sample known by cells. Whatever follows from them is answered; `missing` hears of every other question, with its cell, and
 * either throws or lets a guess pass: the scores of a cell lie evenly between the least and the largest then, so that all
 * guesses together are those of one possible sample.
 */
export class SparseSample implements OrderedSample {
  readonly length: number
  /** How many scores lie in the cells before each, and in all of them. */
  readonly before: Float64Array
  /** The largest score up to the end of each cell. */
  private readonly top: Float64Array

  private readonly cells: CellsOf
  private readonly missing: (cell: number) => void

  constructor(cells: CellsOf, missing: (cell: number) => void) {
    this.cells = cells
    this.missing = missing
    const { count, largest } = cells
    this.before = new Float64Array(count.length + 1)
    this.top = new Float64Array(count.length)
    for (let k = 0, top = Number.NEGATIVE_INFINITY; k < count.length; k++) {
      if (count[k] > 0) top = largest[k]
      this.before[k + 1] = this.before[k] + count[k]
      this.top[k] = top
    }
    this.length = this.before[count.length]
  }

  at(i: number): number {
    const k = firstWhere(this.top.length, (cell) => this.before[cell + 1] > i)
    const place = i - this.before[k]
    if (place > 0 && place < this.cells.count[k] - 1 && !isKnown(this.cells, k)) this.missing(k)
    return this.scoreIn(k, place)
  }

  countAtMost(t: number): number {
    return this.countWhere((score) => score <= t)
  }

  countBelow(t: number): number {
    return this.countWhere((score) => score < t)
  }

  /** How many scores are counted: the smaller of two is if the larger is. */
  private countWhere(counted: (score: number) => boolean): number {
    const k = firstWhere(
      this.top.length,
      (cell) => this.top[cell] > Number.NEGATIVE_INFINITY && !counted(this.top[cell]),
    )
    if (k === this.top.length) return this.length
    const { count, least } = this.cells
    if (!counted(least[k])) return this.before[k]
    if (!isKnown(this.cells, k)) this.missing(k)
    return this.before[k] + firstWhere(count[k], (place) => !counted(this.scoreIn(k, place)))
  }

  /** The score at a place of a cell, were its scores even; the first and the last as they are. */
  private scoreIn(k: number, place: number): number {
    const { count, least, largest } = this.cells
    if (place === 0) return least[k]
    const share = place / (count[k] - 1)
    return Math.min(largest[k], Math.max(least[k], least[k] * (1 - share) + largest[k] * share))
  }
}

/** The first of 0 .. length - 1 from which on it holds; the length where it never does. */
function firstWhere(length: number, holds: (k: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
