import { log } from '../numeric/elementary.js'

/** Consecutive thresholds differ by this factor in the false alarm rate they aim at. */
const STEP = 0.88
const HIGHEST_RATE = 0.5

/**
 * Thresholds at which the reference scores are exceeded with rates .5, .5 STEP, ... , ascending and distinct. Between order
 * statistics the threshold is linear in log rate; above the largest it continues with the mean excess of the upper
 * tail, as an exponential tail would. Any function of the reference alone is legitimate here: the certificate only needs the
 * grid to be independent of the certified samples, its accuracy is a matter of power.
 */
export function thresholdGrid(reference: Float64Array, smallestRate: number): Float64Array {
  const r = reference.length
  const tailScale = meanExcess(reference)
  const grid: number[] = []
  for (let rate = HIGHEST_RATE; rate >= smallestRate; rate *= STEP) {
    const t = referenceQuantile(reference, rate, tailScale)
    if (grid.length === 0 || t > grid[grid.length - 1]) grid.push(t)
    if (tailScale === 0 && t >= reference[r - 1]) break
  }
  return Float64Array.from(grid)
}

/** The k-th smallest of r scores is exceeded with rate (r + 1 - k) / (r + 1) on average. */
function referenceQuantile(reference: Float64Array, rate: number, tailScale: number): number {
  const r = reference.length
  const exceeding = rate * (r + 1)
  if (exceeding <= 1) return reference[r - 1] + tailScale * log(1 / exceeding)
  const above = Math.floor(exceeding)
  const low = reference[Math.max(0, r - 1 - above)]
  const high = reference[r - above]
  if (low === high) return high
  const part = log((above + 1) / exceeding) / log((above + 1) / above)
  return low + part * (high - low)
}

/** The mean excess of the largest scores over the one below them. */
function meanExcess(reference: Float64Array): number {
  const r = reference.length
  const k = Math.max(1, Math.min(r - 1, Math.floor(Math.sqrt(r) / 2)))
  if (r < 2) return 0
  let sum = 0
  for (let i = r - k; i < r; i++) sum += reference[i] - reference[r - 1 - k]
  return sum / k
}
