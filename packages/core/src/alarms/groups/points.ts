import type { Table } from '../../data/table.js'
import { type Coordinates, codeAt } from '../../detectors/coordinates/coordinates.js'
import { coordinate } from '../../detectors/coordinates/scale.js'
import { log } from '../../numeric/elementary.js'

/** Alarms as points: a coordinate for each numeric feature, and a code for every feature. */
export interface AlarmPoints {
  readonly rows: number
  /** Numeric features, and all features. */
  readonly width: number
  readonly features: number
  readonly values: Float64Array
  readonly codes: Int32Array
}

/**
 * Unlike the points that a detector measures, these keep every code, also those that no nominal row has: they are what
 * tells one kind of alien from another. Beyond one unit a coordinate grows by its logarithm: aliens lie far out, and
 * ten times as far is not another kind.
 */
export function alarmPoints(coordinates: Coordinates, { columns, rows }: Table): AlarmPoints {
  const width = columns.filter(({ kind }) => kind === 'numeric').length
  const features = columns.length
  const values = new Float64Array(rows * width)
  const codes = new Int32Array(rows * features)
  let c = 0
  for (const [j, column] of columns.entries()) {
    const scale = coordinates.scales[j]
    for (let i = 0; i < rows; i++) codes[i * features + j] = codeAt(column, scale, i)
    if (column.kind !== 'numeric') continue
    for (let i = 0; i < rows; i++) {
      values[i * width + c] = damped(coordinate(scale!, column.values[i]) - scale!.centre)
    }
    c++
  }
  return { rows, width, features, values, codes }
}

function damped(z: number): number {
  const size = Math.abs(z)
  if (size <= 1) return z
  return z < 0 ? -1 - log(size) : 1 + log(size)
}

/** The squared distance of two points: squares of differences, and what the codes cost that differ. */
export function squaredDistance(
  { width, features, values, codes }: AlarmPoints,
  costs: readonly Float64Array[],
  a: number,
  b: number,
): number {
  let sum = 0
  for (let j = 0, p = a * width, q = b * width; j < width; j++, p++, q++) {
    const difference = values[p] - values[q]
    sum += difference * difference
  }
  for (let j = 0, p = a * features, q = b * features; j < features; j++, p++, q++) {
    if (codes[p] !== codes[q]) sum += costs[j][codes[p]] + costs[j][codes[q]]
  }
  return sum
}
