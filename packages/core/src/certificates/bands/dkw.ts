import type { Pair } from '../../cdf/cuts.js'
import { log } from '../../numeric/elementary.js'
import { minimise } from '../../numeric/minimise.js'
import { type BandThreshold, bandThreshold } from './band-threshold.js'

/*
 * One-sided bands. Fa - Fa_hat = ((Fm - Fm_hat) + (1-alpha) (F0_hat - F0)) / alpha, so only Fm - Fm_hat <= em and
 * F0_hat - F0 <= e0 are needed. Massart (1990): each fails somewhere with probability at most d when its half-width is
 * sqrt(ln(1/d) / (2n)), for d <= 1/2 and any law, with or without atoms. The samples are independent, so both hold
 * with probability (1-dm)(1-d0), for all thresholds at once: any t with Fa_hat(t) + epsilon <= eta is certified,
 * however it was chosen, if the share of aliens is alpha; band-threshold.ts says what a smaller share asks for.
 */

export interface DkwEpsilon {
  readonly epsilon: number
  /** (1 - d0)(1 - dm) = 1 - delta. */
  readonly d0: number
  readonly dm: number
  /** The half-width of the nominal band: FPR <= 1 - F0_hat(t) + e0 for all t, on the same event as the recall promise. */
  readonly e0: number
  readonly em: number
}

export interface DkwSizes {
  readonly alpha: number
  readonly delta: number
  readonly n0: number
  readonly nm: number
}

/** Massart's constant holds for failure probabilities up to this. */
const LARGEST_D = 0.5
/** The nominal band has at least this share of delta: with alpha near 1 it hardly enters epsilon, but a smaller share of aliens needs it. */
const LEAST_NOMINAL_SHARE = 0.01

function halfWidth(d: number, n: number): number {
  return Math.sqrt(log(1 / d) / (2 * n))
}

/** The epsilon that given sizes buy, by the best split of delta between the two bands. */
export function dkwEpsilon({ alpha, delta, n0, nm }: DkwSizes): DkwEpsilon {
  const at = (wantedDm: number): DkwEpsilon => {
    const dm = Math.min(wantedDm, LARGEST_D)
    const d0 = Math.min((delta - dm) / (1 - dm), LARGEST_D)
    const em = halfWidth(dm, nm)
    const e0 = halfWidth(d0, n0)
    return { epsilon: (em + (1 - alpha) * e0) / alpha, d0, dm, e0, em }
  }
  return at(minimise((dm) => at(dm).epsilon, 0, (1 - LEAST_NOMINAL_SHARE) * delta))
}

/** The smallest nm for this epsilon when nm = ratio n0, with its n0. */
export function dkwSampleSizes(
  { alpha, delta, epsilon }: { readonly alpha: number; readonly delta: number; readonly epsilon: number },
  ratio = 1,
): { readonly n0: number; readonly nm: number } {
  // epsilon is proportional to n0^(-1/2) at a fixed ratio, up to rounding n0 and nm up.
  const unit = dkwEpsilon({ alpha, delta, n0: 1, nm: ratio }).epsilon / epsilon
  const n0 = Math.ceil(unit * unit)
  return { n0, nm: Math.ceil(unit * unit * ratio) }
}

export interface DkwThreshold extends DkwEpsilon, BandThreshold {
  readonly q: number
}

/** The largest threshold that the bands certify. Null when epsilon > eta. */
export function dkwThreshold(
  samples: Pair,
  { alpha, eta, delta }: { readonly alpha: number; readonly eta: number; readonly delta: number },
): DkwThreshold | null {
  const bands = dkwEpsilon({ alpha, delta, n0: samples.nominal.length, nm: samples.mixture.length })
  const q = eta - bands.epsilon
  if (!(q >= 0)) return null
  return { ...bands, ...bandThreshold(samples, { alpha, q }, bands), q }
}
