/** How many of the ascending scores are < t. */
export function countBelow(sorted: Float64Array, t: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < t) low = middle + 1
    else high = middle
  }
  return low
}

/** The largest score of two ascending samples that is below `value`; -Infinity when there is none. */
export function largestBelow(nominal: Float64Array, mixture: Float64Array, value: number): number {
  const i = countBelow(nominal, value)
  const j = countBelow(mixture, value)
  return Math.max(i > 0 ? nominal[i - 1] : Number.NEGATIVE_INFINITY, j > 0 ? mixture[j - 1] : Number.NEGATIVE_INFINITY)
}
