import type { Samples } from '@xenolith/core'

/** Both empirical distributions at scores spread evenly over the ranks of both samples, ascending. */
export interface Curve {
  readonly score: Float64Array
  readonly f0: Float64Array
  readonly fm: Float64Array
}

const POINTS = 600

/** The curve of two samples: exact at each of its scores, and as fine as a screen can show. */
export function curveOf({ nominal, mixture }: Samples): Curve {
  const scores = new Set<number>()
  for (const sample of [nominal, mixture]) {
    const step = Math.max(1, sample.length / POINTS)
    for (let rank = 0; rank < sample.length; rank += step) scores.add(sample.at(Math.floor(rank)))
    scores.add(sample.at(sample.length - 1))
  }
  const score = Float64Array.from(scores).sort()
  return {
    score,
    f0: score.map((value) => nominal.countAtMost(value) / nominal.length),
    fm: score.map((value) => mixture.countAtMost(value) / mixture.length),
  }
}
