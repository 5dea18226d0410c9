/** Quantile of ascending values, linear between them: type 7 of Hyndman & Fan (American Statistician 50, 1996), the default of R and NumPy. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * p
  const low = Math.floor(at)
  const high = Math.min(sorted.length - 1, low + 1)
  return sorted[low] + (at - low) * (sorted[high] - sorted[low])
}
