import { asSamples, type Samples, type ScoreArrays } from '../cdf/samples.js'
import { log } from '../numeric/elementary.js'
import { minimise } from '../numeric/minimise.js'

export { alphaLowerBound } from '../certificates/exact/alpha-lower-bound.js'

/*
 * Lower bounds on alpha that assume nothing about the aliens: Fm >= (1-alpha) F0 at every threshold, so a threshold with
 * Fm well below F0 refutes a small alpha. (No distribution-free upper bound exists: Blanchard, Lee & Scott, JMLR 11, 2010,
 * Theorem 9.)
 */

/**
 * Blanchard, Lee & Scott: 1 - alpha <= Fm/F0 <= (Fm_hat + em) / (F0_hat - e0) for all thresholds at once, with one-sided
 * Dvoretzky-Kiefer-Wolfowitz bands at levels (1-d0)(1-dm) = 1-delta, split so that em + e0 is least.
 */
export function alphaLowerBoundDkw(scores: Samples | ScoreArrays, delta: number): number {
  const { nominal, mixture } = asSamples(scores)
  const n0 = nominal.length
  const nm = mixture.length
  const widths = (wantedDm: number): readonly [number, number] => {
    const dm = Math.min(wantedDm, 0.5)
    const d0 = Math.min((delta - dm) / (1 - dm), 0.5)
    return [Math.sqrt(log(1 / dm) / (2 * nm)), Math.sqrt(log(1 / d0) / (2 * n0))]
  }
  const sum = (dm: number): number => widths(dm)[0] + widths(dm)[1]
  const [em, e0] = widths(minimise(sum, 0, delta))
  let least = 1
  for (let i = 0, j = 0; i < n0; ) {
    const t = nominal.at(i)
    while (i < n0 && nominal.at(i) === t) i++
    while (j < nm && mixture.at(j) <= t) j++
    const f0 = i / n0 - e0
    if (f0 > 0) least = Math.min(least, (j / nm + em) / f0)
  }
  return 1 - least
}
