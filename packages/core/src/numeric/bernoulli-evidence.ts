import { logBetaCdf } from './beta.js'
import { logBinomialPmf } from './binomial.js'
import { log } from './elementary.js'

/*
 * Evidence about the p of independent yes-or-no trials that may be looked at after every trial: the likelihood ratio of
 * q against p0, averaged over q uniform on (0, p0). After k successes in n trials
 *
 *   E = (1/p0) int_0^p0 (q/p0)^k ((1-q)/(1-p0))^(n-k) dq = int_0^1 u^k ((1 - u p0)/(1 - p0))^(n-k) du.
 *
 * One trial multiplies the ratio of q by a factor whose mean under p is p (q/p0) + (1-p) ((1-q)/(1-p0)): 1 at p = p0 and,
 * since q < p0, falling in p. So E is a nonnegative supermartingale that starts at 1 under every p >= p0, and
 * P(E ever reaches 1/delta) <= delta (Ville 1939). The last integrand rises in p0 for every u, so E does too.
 */

/** log of the evidence against p >= p0, 0 < p0 < 1, after k successes in n trials. */
export function logEvidenceBelow(k: number, n: number, p0: number): number {
  if (n === 0) return 0
  // (1/p0) B(k+1, n-k+1) I_p0(k+1, n-k+1) / (p0^k (1-p0)^(n-k)), where 1/B = (n+1) binomial(n, k).
  return logBetaCdf(p0, k + 1, n - k + 1) - log((n + 1) * p0) - logBinomialPmf(k, n, p0)
}

/** log of the evidence against p <= p0, 0 < p0 < 1. */
export function logEvidenceAbove(k: number, n: number, p0: number): number {
  return logEvidenceBelow(n - k, n, 1 - p0)
}
