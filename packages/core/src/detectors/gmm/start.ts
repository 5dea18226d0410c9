import type { Random } from '../../numeric/random.js'
import type { Points } from '../coordinates/coordinates.js'

/** Rounds of k-means, at most: it only starts the mixture. */
const MOST_ROUNDS = 20

/**
 * The component that each point starts in: k-means from centres drawn by k-means++, each next centre a point with a
 * probability in proportion to its squared distance from the centres so far (Arthur and Vassilvitskii 2007).
 */
export function startingComponents(points: Points, components: number, random: Random): Int32Array {
  const { rows, width, values } = points
  const nearest = new Int32Array(rows)
  const squares = new Float64Array(rows).fill(Number.POSITIVE_INFINITY)
  const centres = new Float64Array(components * width)
  for (let k = 0; k < components; k++) {
    const chosen = k === 0 ? random.below(rows) : inProportion(squares, random)
    centres.set(values.subarray(chosen * width, (chosen + 1) * width), k * width)
    for (let i = 0; i < rows; i++) {
      const square = squaredDistance(values, i * width, centres, k * width, width)
      if (square < squares[i]) {
        squares[i] = square
        nearest[i] = k
      }
    }
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    moveCentres(points, nearest, centres, components)
    if (!reassign(points, nearest, centres, components)) break
  }
  return nearest
}

/** An index drawn in proportion to its number; any, if all are zero. */
function inProportion(numbers: Float64Array, random: Random): number {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i]
  if (!(total > 0)) return random.below(numbers.length)
  let left = random.float() * total
  let last = 0
  for (let i = 0; i < numbers.length; i++) {
    if (!(numbers[i] > 0)) continue
    last = i
    left -= numbers[i]
    if (left < 0) return i
  }
  return last
}

/** Every centre to the mean of its points; one without points stays. */
function moveCentres(
  { rows, width, values }: Points,
  nearest: Int32Array,
  centres: Float64Array,
  components: number,
): void {
  const sums = new Float64Array(centres.length)
  const counts = new Float64Array(components)
  for (let i = 0; i < rows; i++) {
    counts[nearest[i]]++
    for (let j = 0, at = nearest[i] * width; j < width; j++, at++) sums[at] += values[i * width + j]
  }
  for (let at = 0; at < centres.length; at++) {
    const count = counts[Math.floor(at / width)]
    if (count > 0) centres[at] = sums[at] / count
  }
}

/** Every point to its nearest centre; whether any went to another. */
function reassign(
  { rows, width, values }: Points,
  nearest: Int32Array,
  centres: Float64Array,
  components: number,
): boolean {
  let moved = false
  for (let i = 0; i < rows; i++) {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < components; k++) {
      const square = squaredDistance(values, i * width, centres, k * width, width)
      if (square < least) {
        least = square
        best = k
      }
    }
    if (best !== nearest[i]) moved = true
    nearest[i] = best
  }
  return moved
}

function squaredDistance(a: Float64Array, i: number, b: Float64Array, j: number, width: number): number {
  let sum = 0
  for (let c = 0; c < width; c++) {
    const difference = a[i + c] - b[j + c]
    sum += difference * difference
  }
  return sum
}
