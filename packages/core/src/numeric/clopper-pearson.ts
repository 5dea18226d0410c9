import { betaQuantile, betaQuantileUpper } from './beta.js'

/*
 * The exact bounds of Clopper and Pearson (Biometrika 26, 1934) for the p of a Binomial(n, p) after k successes,
 * 0 <= k <= n. Each is one-sided: it fails with probability at most delta.
 */

/** The largest p with P(X <= k) >= delta; 1 when k = n. */
export function clopperPearsonUpper(k: number, n: number, delta: number): number {
  return k >= n ? 1 : betaQuantileUpper(delta, k + 1, n - k)
}

/** The smallest p with P(X >= k) >= delta; 0 when k = 0. */
export function clopperPearsonLower(k: number, n: number, delta: number): number {
  return k <= 0 ? 0 : betaQuantile(delta, k, n - k + 1)
}
