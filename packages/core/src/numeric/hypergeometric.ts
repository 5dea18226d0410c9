import { binomialPmf } from './binomial.js'

/*
 * Counts without replacement, as sums of chances that follow from one another by ratios. Both laws have log-concave chances, so the
 * ratio of neighbours falls, and a sum that has passed the mode may stop when its terms no longer matter.
 */

/** P(x marked among `drawn` of `size` objects, `marked` of them marked), by Loader's three binomial chances: no cancellation at any size. */
export function hypergeometricPmf(x: number, size: number, marked: number, drawn: number): number {
  if (x < 0 || x > marked || x > drawn || drawn - x > size - marked) return 0
  const p = drawn / size
  if (p === 0 || p === 1) return 1
  return (binomialPmf(x, marked, p) * binomialPmf(drawn - x, size - marked, p)) / binomialPmf(drawn, size, p)
}

/** P(at most x marked among `drawn`). */
export function hypergeometricCdf(x: number, size: number, marked: number, drawn: number): number {
  const least = Math.max(0, drawn - (size - marked))
  const most = Math.min(marked, drawn)
  if (x < least) return 0
  if (x >= most) return 1
  const up = (i: number): number => ((marked - i) / (i + 1)) * ((drawn - i) / (size - marked - drawn + i + 1))
  return lowerSum({ least, most, up, pmf: (i) => hypergeometricPmf(i, size, marked, drawn) }, x)
}

/**
 * P(M = m), M = how many of n further draws from a law without atoms lie below the k-th smallest of n0: the first k + m of all
 * n0 + n draws hold k of the n0, and the last of them is one of those.
 */
export function waitingPmf(m: number, k: number, n0: number, n: number): number {
  if (m < 0 || m > n) return 0
  return hypergeometricPmf(k, n0 + n, n0, k + m) * (k / (k + m))
}

/** P(M <= m). */
export function waitingCdf(m: number, k: number, n0: number, n: number): number {
  if (m < 0) return 0
  if (m >= n) return 1
  const up = (i: number): number => waitingRatio(i, k, n0, n)
  return lowerSum({ least: 0, most: n, up, pmf: (i) => waitingPmf(i, k, n0, n) }, m)
}

/** P(M = m + 1) / P(M = m). */
export function waitingRatio(m: number, k: number, n0: number, n: number): number {
  return ((k + m) / (m + 1)) * ((n - m) / (n0 - k + n - m))
}

interface Law {
  readonly least: number
  readonly most: number
  /** The chance of i + 1 over that of i. */
  up(i: number): number
  pmf(i: number): number
}

/** Terms this small beside the sum are left out. */
const NEGLIGIBLE = 1e-18

/** P(<= x): the sum on the side of x away from the mode, or the complement of the other. */
function lowerSum({ least, most, up, pmf }: Law, x: number): number {
  if (up(x) >= 1) {
    let sum = 0
    for (let i = x, term = pmf(x); i >= least && term > NEGLIGIBLE * sum; term /= up(--i)) sum += term
    return Math.min(1, sum)
  }
  let sum = 0
  for (let i = x + 1, term = pmf(x + 1); i <= most && term > NEGLIGIBLE * sum; term *= up(i++)) sum += term
  return Math.max(0, 1 - sum)
}
