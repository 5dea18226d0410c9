import { hypergeometricCdf } from '../../numeric/hypergeometric.js'

/** Covers the rounding of the sums. */
const ROUNDING = 1 + 1e-8

/**
 * How many of `size` rows are alien, at most, when `found` of `labelled` rows drawn from them at random are; fails with probability at most delta. The largest number under
 * which so few would be found with probability above delta: hypergeometric, so that it knows the rows that were labelled, and with all of them it is exact.
 */
export function aliensUpperBound(found: number, labelled: number, size: number, delta: number): number {
  // Those found are alien, and of the rows not labelled at most all.
  let low = found
  let high = size - (labelled - found)
  const possible = (aliens: number): boolean => hypergeometricCdf(found, size, aliens, labelled) * ROUNDING > delta
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (possible(middle)) low = middle
    else high = middle - 1
  }
  return low
}
