import { betaCdf, betaSurvival, logBetaCdf, logBetaSurvival } from './beta.js'
import { betaExcess, betaPower, logBetaPower } from './beta-tail.js'
import { exp, log, log1p } from './elementary.js'

/*
 * X ~ Binomial(n, p): k and n integers, n >= 0, 0 <= p <= 1. Below 0 and above n the functions take their limits.
 * Tails are beta tails: P(X <= k) = P(B > p) for B ~ Beta(k + 1, n - k).
 */

/** P(X = k). */
export function binomialPmf(k: number, n: number, p: number): number {
  if (k <= 0 || k >= n || p <= 0 || p >= 1) return exp(logBinomialPmf(k, n, p))
  const rest = n - k
  return (n / k / rest) * betaPower(p, 1 - p, k, rest, betaExcess(p, k, rest))
}

/** log P(X = k). */
export function logBinomialPmf(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return -Infinity
  if (k === 0) return n === 0 ? 0 : n * log1p(-p)
  if (k === n) return n * log(p)
  if (p <= 0 || p >= 1) return -Infinity
  const rest = n - k
  return log(n / k / rest) + logBetaPower(p, 1 - p, k, rest, betaExcess(p, k, rest))
}

/** P(X <= k). */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0
  return k >= n ? 1 : betaSurvival(p, k + 1, n - k)
}

/** P(X > k), accurate however small. */
export function binomialSurvival(k: number, n: number, p: number): number {
  if (k < 0) return 1
  return k >= n ? 0 : betaCdf(p, k + 1, n - k)
}

/** log P(X <= k). */
export function logBinomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return -Infinity
  return k >= n ? 0 : logBetaSurvival(p, k + 1, n - k)
}

/** log P(X > k). */
export function logBinomialSurvival(k: number, n: number, p: number): number {
  if (k < 0) return 0
  return k >= n ? -Infinity : logBetaCdf(p, k + 1, n - k)
}
