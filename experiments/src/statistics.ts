/** Summaries of a few hundred runs. Only sums, products and square roots, so that all machines agree. */

export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum / values.length
}

/** Half the width of the 95 % interval of the mean, by Student's t; NaN for a single value. */
export function halfWidth(values: ArrayLike<number>): number {
  const n = values.length
  const centre = mean(values)
  let squares = 0
  for (let i = 0; i < n; i++) squares += (values[i] - centre) ** 2
  return n < 2 ? Number.NaN : studentQuantile(n - 1) * Math.sqrt(squares / (n - 1) / n)
}

const SMALL = [12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912]
const Z = 1.959963984540054

/** The 97.5 % quantile of Student's t: exact for few degrees of freedom, then Fisher's expansion (error below 1e-4). */
export function studentQuantile(freedom: number): number {
  if (freedom <= SMALL.length) return SMALL[freedom - 1]
  const z2 = Z * Z
  const g1 = (Z * (z2 + 1)) / 4
  const g2 = (Z * ((5 * z2 + 16) * z2 + 3)) / 96
  const g3 = (Z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384
  const g4 = (Z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)) / 92160
  return Z + (g1 + (g2 + (g3 + g4 / freedom) / freedom) / freedom) / freedom
}

/** The quantile of ascending values, interpolated between neighbours as R does by default. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * p
  const low = Math.floor(at)
  const high = Math.min(low + 1, sorted.length - 1)
  return sorted[low] + (at - low) * (sorted[high] - sorted[low])
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}

/** The largest value that a share `p` of the values, rounded down, stays below: of 100 runs, 95 reach the one at p = .05. */
export function reachedByAllBut(sorted: readonly number[], p: number): number {
  return sorted[Math.floor(p * sorted.length + 1e-9)]
}
