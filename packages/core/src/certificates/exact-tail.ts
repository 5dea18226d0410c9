import { binomialPmf } from '../numeric/binomial.js'
import { log } from '../numeric/elementary.js'

/** The counts at one threshold: b0 of n0 nominal and bm of nm mixture scores are <= t. */
export interface Counts {
  readonly b0: number
  readonly n0: number
  readonly bm: number
  readonly nm: number
}

/** Covers the rounding of the recurrences below: at most some 1e5 steps of a few ulps each. */
const ROUNDING = 1 + 1e-9

/** Below this a pmf is left out: all such values together are far less than any mass added. */
const NEGLIGIBLE = 1e-290

interface Window {
  readonly low: number
  readonly high: number
  /** P(X = low). */
  readonly pmf: number
}

/**
 * Integers outside which Bin(n, p) has at most `mass`. Bernstein: P(|X - np| >= s) <= 2 exp(-s^2 / (2 (npq + s/3))).
 */
function binomialWindow(n: number, p: number, mass: number): Window {
  if (p <= 0) return { low: 0, high: 0, pmf: 1 }
  if (p >= 1) return { low: n, high: n, pmf: 1 }
  const x = log(2 / mass)
  const s = x / 3 + Math.sqrt((x * x) / 9 + 2 * x * n * p * (1 - p))
  const high = Math.min(n, Math.ceil(n * p + s))
  let low = Math.max(0, Math.floor(n * p - s))
  let pmf = binomialPmf(low, n, p)
  while (pmf < NEGLIGIBLE && low < high) pmf = binomialPmf(++low, n, p)
  return { low, high, pmf }
}

/**
 * An upper bound on P(T <= T_observed) for T = Bm/nm - (1 - alpha) B0/n0 with independent B0 ~ Bin(n0, p0) and
 * Bm ~ Bin(nm, pm): the sum over b of P(B0 = b) P(Bm <= bm + (1 - alpha) (nm/n0) (b - b0)). Both sums run over windows
 * that hold all but `mass` of each law; what is cut off is added, so truncation never makes the answer smaller.
 * Time: proportional to the two standard deviations, in counts.
 */
export function statisticTail(counts: Counts, alpha: number, p0: number, pm: number, mass: number): number {
  const { b0, n0, bm, nm } = counts
  const nominal = binomialWindow(n0, p0, mass)
  const mixture = binomialWindow(nm, pm, mass)
  const slope = ((1 - alpha) * nm) / n0
  const odds0 = p0 / (1 - p0)
  const oddsM = pm / (1 - pm)
  let weight = nominal.pmf
  let next = mixture.low // the next value of Bm to add to `cdf`
  let pmf = mixture.pmf
  let cdf = 0
  let sum = 0
  for (let b = nominal.low; b <= nominal.high; b++) {
    const shift = slope * (b - b0)
    const last = Math.min(mixture.high, Math.floor(bm + shift + 1e-9 * (1 + Math.abs(shift)))) // ties count as <=
    while (next <= last) {
      cdf += pmf
      pmf *= ((nm - next) / (next + 1)) * oddsM
      next++
    }
    sum += weight * cdf
    weight *= ((n0 - b) / (b + 1)) * odds0
  }
  return Math.min(1, sum * ROUNDING + 2 * mass)
}
