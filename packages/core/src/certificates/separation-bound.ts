import { asSamples, type Samples, type ScoreArrays } from '../cdf/samples.js'
import { clopperPearsonLower, clopperPearsonUpper } from '../numeric/clopper-pearson.js'
import { exactPValueAt } from './exact/rank-test.js'

/*
 * An upper bound on alpha under one stated assumption: among scores up to t0, aliens are at most rho times as likely as
 * nominals, Fa(t0) <= rho F0(t0). Then Fm(t0) <= (1 - alpha (1-rho)) F0(t0), that is alpha <= (1 - Fm/F0) / (1-rho).
 * t0 and rho must be chosen before looking at the mixture.
 */

export interface SeparationBound {
  readonly upper: number
  /** Scores up to here are the ordinary ones. */
  readonly t0: number
  /** The assumption in words; a certificate that rests on the bound must print it. */
  readonly assumption: string
}

/**
 * With t0 fixed beforehand: Clopper-Pearson bounds on Fm(t0) and F0(t0), at delta/2 each.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 1000 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 5 === 0 ? 2000 + i : score))
 * separationBound({ nominal, mixture }, { t0: 500, rho: 0, delta: 0.05 }).upper // => 0.3060…
 * ```
 */
export function separationBound(
  scores: Samples | ScoreArrays,
  { t0, rho, delta }: { readonly t0: number; readonly rho: number; readonly delta: number },
): SeparationBound {
  const { nominal, mixture } = asSamples(scores)
  const lowFm = clopperPearsonLower(mixture.countAtMost(t0), mixture.length, delta / 2)
  const highF0 = clopperPearsonUpper(nominal.countAtMost(t0), nominal.length, delta / 2)
  return { upper: bound(lowFm, highF0, rho), t0, assumption: sentence(rho, `score at most ${t0}`) }
}

/** The largest share is sought to this precision, upwards. */
const PRECISION = 1e-5

/**
 * With t0 just below the nominal score Y of rank k = ceil(quantile n0), by one exact test. F0(Y-) is at most V ~ Beta(k, n0+1-k),
 * exactly that when F0 has no atoms, and B, the number of mixture scores below Y, is Bin(nm, Fm(Y-)) given Y. If the share is a, Fm(Y-) <=
 * (1 - a (1-rho)) F0(Y-), so B is stochastically at most Bin(nm, (1 - a (1-rho)) V), and
 *     p(a) = E P(Bin(nm, (1 - a (1-rho)) V) >= B)
 * is at most delta with probability at most delta. It falls in a: the bound is the largest a with p(a) > delta.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 1000 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 5 === 0 ? 2000 + i : score))
 * separationBoundAtQuantile({ nominal, mixture }, { quantile: 0.5, rho: 0, delta: 0.05 }).assumption // => 'No alien is assumed to score below 499, as the most ordinary 50 % of the nominals do.'
 * ```
 */
export function separationBoundAtQuantile(
  scores: Samples | ScoreArrays,
  { quantile, rho, delta }: { readonly quantile: number; readonly rho: number; readonly delta: number },
): SeparationBound {
  const { nominal, mixture } = asSamples(scores)
  const n0 = nominal.length
  const k = Math.min(n0, Math.max(1, Math.ceil(quantile * n0)))
  const t0 = nominal.at(k - 1)
  const below = mixture.countBelow(t0)
  const words = `score below ${t0}, as the most ordinary ${Number((quantile * 100).toPrecision(4))} % of the nominals do`
  return { upper: largestShare({ k, n0, below, nm: mixture.length, rho }, delta), t0, assumption: sentence(rho, words) }
}

/** What the test of a share sees: how many of nm mixture scores lie below the nominal score of rank k. */
export interface SeparationTest {
  readonly k: number
  readonly n0: number
  readonly below: number
  readonly nm: number
  readonly rho: number
}

/**
 * An upper bound on p(a), tight to half a percent, or a coarser one that is at most `level`. Counted from above it is the integral of the exact test: the mixture scores not
 * below Y are Bin(nm, 1 - (1-b) V) = Bin(nm, (1-b) W + b), W = 1 - V ~ Beta(n0+1-k, k), with b = a (1-rho).
 */
export function separationPValue({ k, n0, below, nm, rho }: SeparationTest, a: number, level = 0): number {
  const test = { k: n0 + 1 - k, n0, bm: nm - below, nm, alpha: a * (1 - rho), eta: 1, shareIs: 'alpha' } as const
  return exactPValueAt(test, level)
}

/** Never below the largest share with p > delta; 1 when nothing is refuted. */
function largestShare(test: SeparationTest, delta: number): number {
  const refuted = (a: number): boolean => separationPValue(test, a, delta) <= delta
  if (!refuted(1)) return 1
  let low = 0
  let high = 1
  while (high - low > PRECISION) {
    const middle = (low + high) / 2
    if (refuted(middle)) high = middle
    else low = middle
  }
  return high
}

function bound(lowFm: number, highF0: number, rho: number): number {
  if (highF0 <= 0) return 1
  return Math.min(1, Math.max(0, (1 - lowFm / highF0) / (1 - rho)))
}

function sentence(rho: number, where: string): string {
  return rho === 0
    ? `No alien is assumed to ${where}.`
    : `Aliens are assumed to be at most ${rho} times as likely as nominals to ${where}.`
}
