import { substream } from '../../numeric/random.js'
import { symmetricEigenvectors } from '../../numeric/symmetric-eigen.js'
import type { Points } from '../coordinates/coordinates.js'
import type { MixtureRows } from './mixture.js'

/** Coordinates that a mixture is fitted to as they are; of more, the principal axes. */
export const MOST_COORDINATES = 50

/** Directions beyond those wanted, which make the last of these come out better. */
const SPARE = 10
/** Steps towards the principal axes. */
const STEPS = 8
/** Rows that axes are found from, at most. */
const MOST_ROWS = 2048

/**
 * Principal axes: a point is replaced by its coordinates along them and, as one more coordinate, by its distance from
 * the space that they span, so that a row that is strange in what they leave out stands out nevertheless.
 */
export interface Axes {
  readonly centre: Float64Array
  /** By coordinate, then by axis. */
  readonly directions: Float64Array
  readonly count: number
}

/** Block power iteration from random directions, then the eigenvectors within the space that it reached. */
export function findAxes(points: Points, seed: number, rowsOf: (points: Points) => MixtureRows): Axes {
  const { width } = points
  const sample = everySoOften(points)
  const centre = centreOf(sample)
  const count = Math.min(MOST_COORDINATES, sample.rows - 1)
  const columns = Math.min(width, count + SPARE)
  const rows = rowsOf(shifted(sample, centre))
  const random = substream(seed, 'axes')
  let basis = Float64Array.from({ length: width * columns }, () => random.normal())
  for (let step = 0; step < STEPS; step++) {
    orthogonalise(basis, width, columns)
    basis = Float64Array.from(rows.scatter(basis, columns))
  }
  orthogonalise(basis, width, columns)
  return { centre, directions: largest(basis, rows.scatter(basis, columns), width, columns, count), count }
}

/** At most MOST_ROWS points, evenly spaced. */
function everySoOften(points: Points): Points {
  const { width, values } = points
  const rows = Math.min(points.rows, MOST_ROWS)
  const kept = new Float64Array(rows * width)
  for (let i = 0; i < rows; i++) {
    const from = Math.floor((i * points.rows) / rows) * width
    kept.set(values.subarray(from, from + width), i * width)
  }
  return { ...points, rows, values: kept }
}

function centreOf({ rows, width, values }: Points): Float64Array {
  const centre = new Float64Array(width)
  for (let at = 0; at < rows * width; at++) centre[at % width] += values[at] / rows
  return centre
}

function shifted(points: Points, centre: Float64Array): Points {
  const { width } = points
  return { ...points, values: points.values.map((x, at) => x - centre[at % width]) }
}

/** Makes the columns orthonormal, in their order (Gram and Schmidt, twice, for the digits that the first time loses); a column that depends on those before becomes zero. */
function orthogonalise(basis: Float64Array, width: number, columns: number): void {
  for (let c = 0; c < columns; c++) {
    const before = columnLength(basis, width, columns, c)
    for (let round = 0; round < 2; round++) {
      for (let e = 0; e < c; e++) {
        let product = 0
        for (let at = 0; at < width * columns; at += columns) product += basis[at + c] * basis[at + e]
        for (let at = 0; at < width * columns; at += columns) basis[at + c] -= product * basis[at + e]
      }
    }
    const length = columnLength(basis, width, columns, c)
    const factor = length > 1e-12 * before ? 1 / length : 0
    for (let at = 0; at < width * columns; at += columns) basis[at + c] *= factor
  }
}

function columnLength(basis: Float64Array, width: number, columns: number, c: number): number {
  let sum = 0
  for (let at = 0; at < width * columns; at += columns) sum += basis[at + c] * basis[at + c]
  return Math.sqrt(sum)
}

/** The first principal axes within the space that the basis spans, given the basis and its image under the scatter matrix. */
function largest(
  basis: Float64Array,
  image: Float64Array,
  width: number,
  columns: number,
  count: number,
): Float64Array {
  const small = new Float64Array(columns * columns)
  for (let c = 0; c < columns; c++) {
    for (let e = 0; e <= c; e++) {
      let sum = 0
      for (let at = 0; at < width * columns; at += columns) sum += basis[at + c] * image[at + e]
      small[c * columns + e] = sum
      small[e * columns + c] = sum
    }
  }
  const { vectors } = symmetricEigenvectors(small, columns)
  const directions = new Float64Array(width * count)
  for (let j = 0; j < width; j++) {
    for (let a = 0; a < count; a++) {
      let sum = 0
      for (let c = 0; c < columns; c++) sum += basis[j * columns + c] * vectors[c * columns + a]
      directions[j * count + a] = sum
    }
  }
  return directions
}

/** Points along the axes, and their distance from the space of the axes. */
export function alongAxes({ centre, directions, count }: Axes, points: Points): Points {
  const { rows, width } = points
  const values = new Float64Array(rows * (count + 1))
  const along = new Float64Array(count)
  for (let i = 0; i < rows; i++) {
    along.fill(0)
    let rest = 0
    for (let j = 0; j < width; j++) {
      const x = points.values[i * width + j] - centre[j]
      rest += x * x
      for (let a = 0, at = j * count; a < count; a++, at++) along[a] += x * directions[at]
    }
    for (let a = 0; a < count; a++) rest -= along[a] * along[a]
    values.set(along, i * (count + 1))
    values[i * (count + 1) + count] = rest > 0 ? Math.sqrt(rest) : 0
  }
  return { ...points, width: count + 1, values }
}
