import type { Samples } from '../../cdf/samples.js'
import { substream } from '../../numeric/random.js'

/**
 * How many mixture scores lie at or below the nominal scores of these ranks (ascending, from 1), with ties between the
 * samples broken by a fair shuffle: as if every score carried a uniform second key. The keyed scores have no ties, so the
 * test loses nothing to them. The shuffle is picked by the order of the rows (cdf/tie-seed.ts), which is independent of the sorted
 * samples. Where that order tells too little, every tied mixture score counts: as many as under the least favourable keys.
 */
export function mixtureCounts(samples: Samples, ranks: readonly number[]): number[] {
  const { nominal, mixture, ties } = samples
  const counts: number[] = []
  while (counts.length < ranks.length) {
    const value = nominal.at(ranks[counts.length] - 1)
    const start = nominal.countBelow(value)
    const end = nominal.countAtMost(value)
    const below = mixture.countBelow(value)
    const tied = mixture.countAtMost(value) - below
    const places: number[] = []
    for (let i = counts.length; i < ranks.length && ranks[i] <= end; i++) places.push(ranks[i] - start)
    const before =
      tied === 0 || ties === null ? places.map(() => tied) : shuffled(places, end - start, tied, keys(ties, start))
    for (const count of before) counts.push(below + count)
  }
  return counts
}

/** The keys of the tied block that begins after `start` nominal scores: a stream of its own. */
function keys(seed: number, start: number): () => number {
  const random = substream(seed, `ties ${Math.floor(start / 4294967296)}`, start % 4294967296)
  return () => random.float()
}

/** Of `tied` mixture scores in a fair shuffle with `nominals` nominal ones, how many come before those at `places` (ascending, from 1). */
function shuffled(places: readonly number[], nominals: number, tied: number, float: () => number): number[] {
  const counts: number[] = []
  let before = 0
  for (let i = 1; counts.length < places.length; i++) {
    const left = nominals + 1 - i
    while (before < tied && float() * (left + tied - before) >= left) before++
    if (places[counts.length] === i) counts.push(before)
  }
  return counts
}
