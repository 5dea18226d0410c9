import type { Part, Pass, Range } from './pass.js'

/**
 * Counts the scores of one sample as a pass asks, batch by batch. Tallies of parts of a sample give that of the whole by adding
 * counts and by the least and largest of both, in any order.
 */
export class Tally {
  private readonly low: Float64Array
  private readonly high: Float64Array
  /** Where the parts of each range begin. */
  private readonly first: Float64Array
  private readonly count: Float64Array
  private readonly least: Float64Array
  private readonly largest: Float64Array
  private readonly divisions: Division[]
  private readonly collected = new Map<number, number>()

  private readonly pass: Pass

  constructor(pass: Pass) {
    this.pass = pass
    const { ranges } = pass
    this.low = Float64Array.from(ranges, ({ low }) => low)
    this.high = Float64Array.from(ranges, ({ high }) => high)
    this.first = new Float64Array(ranges.length + 1)
    for (let r = 0; r < ranges.length; r++) this.first[r + 1] = this.first[r] + ranges[r].parts
    const total = this.first[ranges.length]
    this.count = new Float64Array(total)
    this.least = new Float64Array(total).fill(Number.POSITIVE_INFINITY)
    this.largest = new Float64Array(total).fill(Number.NEGATIVE_INFINITY)
    this.divisions = ranges.map(divisionOf)
  }

  add(scores: ArrayLike<number>): void {
    const { low, high, first, count, least, largest, collected } = this
    const { ranges } = this.pass
    const least0 = low[0]
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i] + 0 // -0 is 0
      if (!(score >= least0)) continue
      const r = lastAtMost(low, score)
      if (score > high[r]) continue
      const { parts } = ranges[r]
      if (parts === 0) {
        collected.set(score, (collected.get(score) ?? 0) + 1)
        continue
      }
      const cell = first[r] + partOf(this.divisions[r], score)
      count[cell]++
      if (score < least[cell]) least[cell] = score
      if (score > largest[cell]) largest[cell] = score
    }
  }

  /** The parts that have scores. */
  found(): Part[] {
    const found: Part[] = []
    const { first, count, least, largest } = this
    for (let r = 0; r + 1 < first.length; r++) {
      for (let cell = first[r]; cell < first[r + 1]; cell++) {
        if (count[cell] === 0) continue
        found.push({ range: r, part: cell - first[r], count: count[cell], least: least[cell], largest: largest[cell] })
      }
    }
    for (const [score, times] of this.collected) {
      found.push({ range: lastAtMost(this.low, score), part: 0, count: times, least: score, largest: score })
    }
    return found
  }
}

/*
 * A range is divided evenly in the score and, at the same time, evenly in the order of doubles: a part is what has one place in
 * both. The first serves scores of one scale, the second those of many; and whatever the scale, two different scores are told apart
 * in the end. Either place never falls from a score to a larger one, so neither does their sum, which numbers the part.
 */
interface Division {
  /** Half of the range's parts: places in each of the two. */
  readonly places: number
  /** Half of the low end, and places per unit above it (halves, since a range may be wider than the largest double). */
  readonly halfLow: number
  readonly perHalf: number
  /** The key of the low end, in two halves, and places per key. */
  readonly keyHigh: number
  readonly keyLow: number
  readonly perKey: number
}

function divisionOf({ low, high, parts }: Range): Division {
  const places = Math.floor(parts / 2)
  const [keyHigh, keyLow] = keyOf(low)
  const perHalf = places / (high / 2 - low / 2)
  return {
    places,
    halfLow: low / 2,
    perHalf: Number.isFinite(perHalf) ? perHalf : 0,
    keyHigh,
    keyLow,
    perKey: places / (keysBetween(keyHigh, keyLow, high) + 1),
  }
}

function partOf({ places, halfLow, perHalf, keyHigh, keyLow, perKey }: Division, score: number): number {
  const evenly = Math.min(places - 1, Math.floor((score / 2 - halfLow) * perHalf))
  return evenly + Math.min(places - 1, Math.floor(keysBetween(keyHigh, keyLow, score) * perKey))
}

/** The last of ascending numbers that is at most x, which the first is. */
function lastAtMost(ascending: Float64Array, x: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (ascending[middle] <= x) low = middle
    else high = middle - 1
  }
  return low
}

const number = new Float64Array(1)
const words = new Uint32Array(number.buffer)

/** The order-preserving image of a double as two unsigned halves: all bits flipped for negative numbers, the sign bit for others. */
function keyOf(x: number): [number, number] {
  number[0] = x
  const negative = words[1] >>> 31 === 1
  return negative ? [~words[1] >>> 0, ~words[0] >>> 0] : [(words[1] | 0x80000000) >>> 0, words[0]]
}

/** How many doubles lie between, at most one rounding away: never less for a larger x. */
function keysBetween(high: number, low: number, x: number): number {
  number[0] = x
  const negative = words[1] >>> 31 === 1
  const xHigh = negative ? ~words[1] >>> 0 : (words[1] | 0x80000000) >>> 0
  const xLow = negative ? ~words[0] >>> 0 : words[0]
  return (xHigh - high) * 4294967296 + (xLow - low)
}
