import { index } from './ward.js'

/**
 * How well sets are set apart, from -1 to 1: the mean over points of (b - a) / max(a, b), where a is the mean distance to the
 * point's own set and b that to the nearest other (Rousseeuw 1987). From squared distances, above the diagonal row by row.
 */
export function silhouette(n: number, squared: Float64Array, setOf: Int32Array, sets: number): number {
  return silhouettes(n, squared, setOf, sets).reduce((sum, own) => sum + own, 0) / n
}

/**
 * The same as a mean over sets instead of points: a large tight set does not make up for many that are cut out of one. Sets of
 * fewer than `least` points count nothing, so that nothing is gained by cutting them off.
 */
export function silhouetteOfSets(
  n: number,
  squared: Float64Array,
  setOf: Int32Array,
  sets: number,
  least: number,
): number {
  const counts = new Int32Array(sets)
  for (const set of setOf) counts[set]++
  const each = silhouetteOfEach(n, squared, setOf, sets)
  return each.reduce((sum, own, set) => (counts[set] < least ? sum : sum + own), 0) / sets
}

/** The same of each set: the mean over its points; 0 of one that has none. */
export function silhouetteOfEach(n: number, squared: Float64Array, setOf: Int32Array, sets: number): Float64Array {
  const counts = new Int32Array(sets)
  for (const set of setOf) counts[set]++
  const means = new Float64Array(sets)
  silhouettes(n, squared, setOf, sets).forEach((own, i) => {
    means[setOf[i]] += own / counts[setOf[i]]
  })
  return means
}

/** Of each point; 0 where it is alone in its set. */
function silhouettes(n: number, squared: Float64Array, setOf: Int32Array, sets: number): Float64Array {
  const counts = new Int32Array(sets)
  for (const set of setOf) counts[set]++
  const sums = new Float64Array(n * sets)
  for (let i = 0; i < n; i++) {
    for (let j = i + 1, at = index(n, i, j); j < n; j++, at++) {
      const distance = Math.sqrt(squared[at])
      sums[i * sets + setOf[j]] += distance
      sums[j * sets + setOf[i]] += distance
    }
  }
  const found = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const own = setOf[i]
    if (counts[own] === 1) continue
    const within = sums[i * sets + own] / (counts[own] - 1)
    let between = Number.POSITIVE_INFINITY
    for (let set = 0; set < sets; set++) {
      if (set !== own) between = Math.min(between, sums[i * sets + set] / counts[set])
    }
    const widest = Math.max(within, between)
    if (widest > 0) found[i] = (between - within) / widest
  }
  return found
}
