import type { Pair } from './cuts.js'

/**
 * max over t of Fm_hat(t) - F0_hat(t), at least 0; it is reached at a mixture score. In a block it is at least the gap at its
 * end, and at most what all of its mixture and none of its nominal scores would give.
 */
export function largestGap({ nominal, mixture, cuts }: Pair): number {
  const [n0, nm] = [nominal.length, mixture.length]
  const gap = (b0: number, bm: number): number => bm / nm - b0 / n0
  let worst = 0
  for (let k = 1; k < cuts.nominal.length; k++) worst = Math.max(worst, gap(cuts.nominal[k], cuts.mixture[k]))
  for (let k = 1; k < cuts.nominal.length; k++) {
    const end = cuts.mixture[k]
    let i = cuts.nominal[k - 1]
    let j = cuts.mixture[k - 1]
    if (j === end || gap(i, end) <= worst || !cuts.open(k - 1)) continue
    while (j < end) {
      const u = mixture.at(j)
      while (j < end && mixture.at(j) === u) j++
      while (i < cuts.nominal[k] && nominal.at(i) <= u) i++
      worst = Math.max(worst, gap(i, j))
    }
  }
  return worst
}
