import type { Pair } from '../../cdf/cuts.js'
import { rawThreshold } from '../algorithm1/algorithm1.js'
import { excessOver, walkDown } from '../algorithm1/excess.js'

/*
 * Where uniform bands certify a threshold t. U = Fm_hat(t) + em >= Fm(t) and L = F0_hat(t) - e0 <= F0(t) hold for all t at
 * once. With a true share a of aliens, Fa(t) = (Fm - (1-a) F0)/a <= L + (U - L)/a, which is at most eta exactly when
 * U <= (1-a) L + a eta. The right side is linear in a, and all that is known is 0 < a <= alpha, so both ends must hold:
 *     U <= min(L, (1-alpha) L + alpha eta).
 * The second is Fa_hat(t) <= q with q = eta - (em + (1-alpha) e0)/alpha, the rule of Algorithm 1. The first follows from it
 * wherever L >= eta. Where L < eta it does not: there, a share of aliens far below alpha could all score at or below t.
 */

/** The half-widths of the bands: F0 >= F0_hat - e0 and Fm <= Fm_hat + em everywhere. */
export interface Bands {
  readonly e0: number
  readonly em: number
}

export interface BandThreshold {
  /** The largest pooled score that the bands certify for every share of aliens up to alpha; -Infinity when there is none. */
  readonly tau: number
  /** The threshold of Algorithm 1 at the same q, which is certified if the share is alpha itself. */
  readonly plain: number
}

/** The largest certified threshold, by one walk down from their largest score. */
export function bandThreshold(
  samples: Pair,
  { alpha, q }: { readonly alpha: number; readonly q: number },
  bands: Bands,
): BandThreshold {
  const n0 = samples.nominal.length
  const nm = samples.mixture.length
  const excess = excessOver(n0, nm, alpha, q)
  const atMostZero = (b0: number, bm: number): boolean =>
    excess.atMostZero(b0, bm) && coversFewerAliens({ f0: b0 / n0, fm: bm / nm }, bands)
  const tau = walkDown(samples, { ...excess, atMostZero })?.tau ?? Number.NEGATIVE_INFINITY
  return { tau, plain: rawThreshold(samples, alpha, q) }
}

/** Whether U <= L: what alpha as a mere upper bound asks beyond Algorithm 1. */
export function coversFewerAliens(at: { readonly f0: number; readonly fm: number }, { e0, em }: Bands): boolean {
  return at.fm + em <= at.f0 - e0
}
