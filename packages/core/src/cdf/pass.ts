import { type Cells, type CellsOf, rangeOf, type SampleName, sampleNames } from './cells.js'

/** Scores from `low` to `high`, both included, to be divided into `parts`, or (0 parts) collected: each different score with how often it occurs. */
export interface Range {
  readonly low: number
  readonly high: number
  readonly parts: number
}

/** What to look for in one pass over all scores: ranges, ascending and disjoint. Plain numbers, so that it can travel. */
export interface Pass {
  readonly ranges: readonly Range[]
}

/** What a pass found in one part of a range: of a collected score `least` and `largest` are equal. */
export interface Part {
  readonly range: number
  readonly part: number
  readonly count: number
  readonly least: number
  readonly largest: number
}

/** The parts with scores, each once for each sample, in any order. Part numbers rise with the scores within a range. */
export type Found = Readonly<Record<SampleName, readonly Part[]>>

/** A pass answers with about so many parts at most. */
const PARTS = 65_536
/** And a range is worth dividing into so many at least. */
const FEWEST = 16

/** A pass over the cells with these numbers: as fine as the answer may be long. */
export function passOver(cells: Cells, wanted: readonly number[]): Pass {
  const share = Math.max(FEWEST, Math.floor(PARTS / wanted.length))
  const ranges = [...wanted]
    .sort((a, b) => a - b)
    .map((k) => {
      const [low, high] = rangeOf(cells, k)
      return { low, high, parts: cells.nominal.count[k] + cells.mixture.count[k] <= share ? 0 : share }
    })
  return { ranges }
}

/** The cells with those of a pass in place of the ones that it looked into. */
export function refined(cells: Cells, { ranges }: Pass, found: Found): Cells {
  const parts = ranges.map(() => new Map<number, { nominal?: Part; mixture?: Part }>())
  for (const name of sampleNames) {
    for (const part of found[name]) {
      // Collected scores are their own part.
      const key = ranges[part.range].parts === 0 ? part.least : part.part
      const both = parts[part.range].get(key)
      if (both === undefined) parts[part.range].set(key, { [name]: part })
      else both[name] = part
    }
  }
  const made = { nominal: new Growing(), mixture: new Growing() }
  let next = 0
  for (let k = 0; k < cells.nominal.count.length; k++) {
    if (next < ranges.length && rangeOf(cells, k)[0] === ranges[next].low) {
      for (const [, both] of [...parts[next]].sort(([a], [b]) => a - b)) {
        for (const name of sampleNames) made[name].push(both[name] ?? EMPTY)
      }
      next++
      continue
    }
    for (const name of sampleNames) {
      const { count, least, largest } = cells[name]
      made[name].push({ count: count[k], least: least[k], largest: largest[k] })
    }
  }
  return { nominal: made.nominal.cells(), mixture: made.mixture.cells() }
}

const EMPTY = { count: 0, least: 0, largest: 0 }

class Growing {
  private readonly count: number[] = []
  private readonly least: number[] = []
  private readonly largest: number[] = []

  push({ count, least, largest }: Pick<Part, 'count' | 'least' | 'largest'>): void {
    this.count.push(count)
    this.least.push(least)
    this.largest.push(largest)
  }

  cells(): CellsOf {
    return {
      count: Float64Array.from(this.count),
      least: Float64Array.from(this.least),
      largest: Float64Array.from(this.largest),
    }
  }
}
