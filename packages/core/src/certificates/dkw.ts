import { countAtMost } from '../cdf/empirical.js'
import { log } from '../numeric/elementary.js'
import { minimise } from '../numeric/minimise.js'
import { rawThreshold } from './algorithm1.js'

/*
 * One-sided bands. Fa - Fa_hat = ((Fm - Fm_hat) + (1-alpha) (F0_hat - F0)) / alpha, so only Fm - Fm_hat <= em and
 * F0_hat - F0 <= e0 are needed. Massart (1990): each fails somewhere with probability at most d when its half-width is
 * sqrt(ln(1/d) / (2n)), for d <= 1/2 and any law, with or without atoms. The samples are independent, so both hold
 * with probability (1-dm)(1-d0), for all thresholds at once: any t with Fa_hat(t) + epsilon <= eta is certified,
 * however it was chosen.
 *
 * If alpha is only an upper bound a <= alpha: with U = Fm_hat + em >= Fm and L = F0_hat - e0 <= F0, the test says
 * L - U >= alpha (L - eta), hence Fa <= L - (L - U)/a <= eta as soon as L >= eta. No admissibility is needed there.
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
  if (alpha === 1) {
    const dm = Math.min(delta, LARGEST_D)
    const em = halfWidth(dm, nm)
    return { epsilon: em, d0: 0, dm, e0: 1, em }
  }
  return at(minimise((dm) => at(dm).epsilon, 0, delta))
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

export interface DkwThreshold extends DkwEpsilon {
  /** The largest certified score; -Infinity when none is. */
  readonly tau: number
  readonly q: number
  /** False when alpha as a mere upper bound would also need F0(tau) >= Fm(tau): F0_hat(tau) - e0 < eta. */
  readonly admissibilityFree: boolean
}

/** The largest certified threshold of two ascending samples: Algorithm 1 with q = eta - epsilon. Null when epsilon > eta. */
export function dkwThreshold(
  nominal: Float64Array,
  mixture: Float64Array,
  { alpha, eta, delta }: { readonly alpha: number; readonly eta: number; readonly delta: number },
): DkwThreshold | null {
  const bands = dkwEpsilon({ alpha, delta, n0: nominal.length, nm: mixture.length })
  const q = eta - bands.epsilon
  if (!(q >= 0)) return null
  const tau = rawThreshold(nominal, mixture, alpha, q)
  const f0 = countAtMost(nominal, tau) / nominal.length
  return { ...bands, tau, q, admissibilityFree: f0 - bands.e0 >= eta }
}
