import type { AlarmPoints } from './points.js'

/** The middle of some points: means of their coordinates, and the shares of their codes. */
export interface Centre {
  readonly values: Float64Array
  /** By feature and code. */
  readonly shares: readonly Float64Array[]
  /** What the codes alone add to every distance. */
  readonly spread: number
}

/** The centres of the sets that points belong to; one that has no points is left out. */
export function centresOf(
  { rows, width, features, values, codes }: AlarmPoints,
  costs: readonly Float64Array[],
  setOf: Int32Array,
  sets: number,
): Centre[] {
  const counts = new Int32Array(sets)
  const sums = Array.from({ length: sets }, () => new Float64Array(width))
  const tallies = Array.from({ length: sets }, () => costs.map(({ length }) => new Float64Array(length)))
  for (let i = 0; i < rows; i++) {
    const set = setOf[i]
    counts[set]++
    for (let j = 0; j < width; j++) sums[set][j] += values[i * width + j]
    for (let j = 0; j < features; j++) tallies[set][j][codes[i * features + j]]++
  }
  return sums.flatMap((sum, set): Centre[] => {
    const count = counts[set]
    if (count === 0) return []
    const shares = tallies[set].map((tally) => tally.map((times) => times / count))
    let spread = 0
    for (const [j, share] of shares.entries()) {
      for (let code = 0; code < share.length; code++) spread += costs[j][code] * share[code] * share[code]
    }
    return [{ values: sum.map((x) => x / count), shares, spread }]
  })
}

/** The squared distance of a point from a centre, as between points of which codes are corners that far apart. */
export function squaredFromCentre(
  { width, features, values, codes }: AlarmPoints,
  costs: readonly Float64Array[],
  point: number,
  centre: Centre,
): number {
  let sum = centre.spread
  for (let j = 0, at = point * width; j < width; j++, at++) {
    const difference = values[at] - centre.values[j]
    sum += difference * difference
  }
  for (let j = 0, at = point * features; j < features; j++, at++) {
    sum += costs[j][codes[at]] * (1 - 2 * centre.shares[j][codes[at]])
  }
  return sum
}

/** The nearest centre of every point; the first of several. */
export function nearestCentres(
  points: AlarmPoints,
  costs: readonly Float64Array[],
  centres: readonly Centre[],
): Int32Array {
  const nearest = new Int32Array(points.rows)
  for (let i = 0; i < points.rows; i++) {
    let least = Number.POSITIVE_INFINITY
    for (let c = 0; c < centres.length; c++) {
      const distance = squaredFromCentre(points, costs, i, centres[c])
      if (distance < least) {
        least = distance
        nearest[i] = c
      }
    }
  }
  return nearest
}
