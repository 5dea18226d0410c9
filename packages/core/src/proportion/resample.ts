import type { Random } from '../numeric/random.js'

/** A bootstrap resample of an ascending sample, ascending as well. */
export function resample(sorted: Float64Array, random: Random): Float64Array {
  const n = sorted.length
  const counts = drawCounts(n, random)
  const drawn = new Float64Array(n)
  for (let i = 0, at = 0; i < n; i++) for (let k = counts[i]; k > 0; k--) drawn[at++] = sorted[i]
  return drawn
}

/** How often each of n things is drawn in n draws with replacement. */
export function drawCounts(n: number, random: Random): Int32Array {
  const counts = new Int32Array(n)
  for (let i = 0; i < n; i++) counts[random.below(n)]++
  return counts
}
