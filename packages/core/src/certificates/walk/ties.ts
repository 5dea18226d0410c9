import type { Samples } from '../../cdf/samples.js'
import { type Random, substream } from '../../numeric/random.js'

/**
 * How many mixture scores lie at or below the nominal score of a rank (from 1), with ties between the
 * samples broken by a fair shuffle: as if every score carried a uniform second key. The keyed scores have no ties, so the
 * test loses nothing to them. The shuffle is picked by the order of the rows (cdf/tie-seed.ts), which is independent of the sorted
 * samples. Where that order tells too little, every tied mixture score counts: as many as under the least favourable keys.
 *
 * Ranks are looked up when they are asked for, each by itself: a walk that stops early reads few scores.
 */
export function mixtureCounter(samples: Samples): (rank: number) => number {
  const { nominal, mixture, ties } = samples
  let block: TiedBlock | undefined
  return (rank) => {
    if (block === undefined || rank <= block.start || rank > block.end) {
      const value = nominal.at(rank - 1)
      const start = nominal.countBelow(value)
      const end = nominal.countAtMost(value)
      const below = mixture.countBelow(value)
      const tied = mixture.countAtMost(value) - below
      const shuffle = tied === 0 || ties === null ? undefined : new Shuffle(ties, start, end - start, tied)
      block = { start, end, below, tied, shuffle }
    }
    const { start, below, tied, shuffle } = block
    return below + (shuffle === undefined ? tied : shuffle.before(rank - start))
  }
}

/** The same for several ranks. */
export function mixtureCounts(samples: Samples, ranks: readonly number[]): number[] {
  return ranks.map(mixtureCounter(samples))
}

/** Nominal scores number `start` + 1 .. `end`, which are equal, with `tied` mixture scores, and how many of these are smaller. */
interface TiedBlock {
  readonly start: number
  readonly end: number
  readonly below: number
  readonly tied: number
  readonly shuffle: Shuffle | undefined
}

/** A fair shuffle of `tied` mixture scores with `nominals` nominal ones. The keys of each tied block are a stream of its own. */
class Shuffle {
  private random: Random
  private passed = 0
  private count = 0

  private readonly keys: () => Random
  private readonly nominals: number
  private readonly tied: number

  constructor(seed: number, start: number, nominals: number, tied: number) {
    this.keys = () => substream(seed, `ties ${Math.floor(start / 4294967296)}`, start % 4294967296)
    this.nominals = nominals
    this.tied = tied
    this.random = this.keys()
  }

  /** How many mixture scores come before the nominal one at `place` (from 1); quickest in ascending order. */
  before(place: number): number {
    if (place < this.passed) {
      this.random = this.keys()
      this.passed = 0
      this.count = 0
    }
    while (this.passed < place) {
      const left = this.nominals - this.passed++
      while (this.count < this.tied && this.random.float() * (left + this.tied - this.count) >= left) this.count++
    }
    return this.count
  }
}
