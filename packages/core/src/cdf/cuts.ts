import type { OrderedSample } from './ordered-sample.js'

/**
 * Places at which two ordered samples are cut by one score: all before a cut is smaller than all after it, in both samples.
 * Between two neighbouring cuts lies a block. What walks over all scores looks at the ends of blocks first, and
 * into those alone that could hold its answer.
 */
export interface Cuts {
  /** Ascending from 0 to n0: how many nominal scores lie before each cut. */
  readonly nominal: ArrayLike<number>
  /** Ascending from 0 to nm. */
  readonly mixture: ArrayLike<number>
  /** Asks for the scores between the cuts k and k + 1. False: they are not known yet, and nothing rests on this walk. */
  open(k: number): boolean
}

/** Two ordered samples that are cut. */
export interface Pair {
  readonly nominal: OrderedSample
  readonly mixture: OrderedSample
  readonly cuts: Cuts
}

/** At least as many scores of one sample to a block, ties apart. */
const BLOCK = 512

/** Cuts of scores that are all at hand. */
export function evenCuts({ nominal, mixture }: Omit<Pair, 'cuts'>): Cuts {
  const before = { nominal: [0], mixture: [0] }
  let [i, j] = [0, 0]
  while (i < nominal.length || j < mixture.length) {
    const next = Math.min(atOrInfinity(nominal, i + BLOCK - 1), atOrInfinity(mixture, j + BLOCK - 1))
    i = nominal.countAtMost(next)
    j = mixture.countAtMost(next)
    before.nominal.push(i)
    before.mixture.push(j)
  }
  return { ...before, open: () => true }
}

function atOrInfinity(sample: OrderedSample, i: number): number {
  return i < sample.length ? sample.at(i) : Number.POSITIVE_INFINITY
}
