import { countAtMost } from '../cdf/empirical.js'
import { countBelow } from '../certificates/largest-below.js'
import { betaQuantileUpper } from '../numeric/beta.js'
import { clopperPearsonLower, clopperPearsonUpper } from '../numeric/clopper-pearson.js'

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

/** With t0 fixed beforehand: Clopper-Pearson bounds on Fm(t0) and F0(t0), at delta/2 each. */
export function separationBound(
  nominal: Float64Array,
  mixture: Float64Array,
  { t0, rho, delta }: { readonly t0: number; readonly rho: number; readonly delta: number },
): SeparationBound {
  const lowFm = clopperPearsonLower(countAtMost(mixture, t0), mixture.length, delta / 2)
  const highF0 = clopperPearsonUpper(countAtMost(nominal, t0), nominal.length, delta / 2)
  return { upper: bound(lowFm, highF0, rho), t0, assumption: sentence(rho, `score at most ${t0}`) }
}

/**
 * With t0 just below the nominal score of rank k = ceil(quantile n0): the mixture is independent of it, so
 * Clopper-Pearson holds for Fm, and F0 strictly below that score is at most a Beta(k, n0+1-k) variable.
 */
export function separationBoundAtQuantile(
  nominal: Float64Array,
  mixture: Float64Array,
  { quantile, rho, delta }: { readonly quantile: number; readonly rho: number; readonly delta: number },
): SeparationBound {
  const n0 = nominal.length
  const k = Math.min(n0, Math.max(1, Math.ceil(quantile * n0)))
  const t0 = nominal[k - 1]
  const lowFm = clopperPearsonLower(countBelow(mixture, t0), mixture.length, delta / 2)
  const highF0 = betaQuantileUpper(delta / 2, k, n0 + 1 - k)
  const words = `score below ${t0}, as the most ordinary ${Number((quantile * 100).toPrecision(4))} % of the nominals do`
  return { upper: bound(lowFm, highF0, rho), t0, assumption: sentence(rho, words) }
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
