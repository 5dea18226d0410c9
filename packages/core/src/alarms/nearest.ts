import type { ReferenceRows } from '../data/reference-rows.js'
import { alignTable, type Table } from '../data/table.js'
import type { Model } from '../detectors/models.js'
import { alarmGeometry } from './geometry.js'
import { type AlarmPoints, alarmPoints } from './groups/points.js'

/**
 * For every row of a table, the place among the references of the nominal row that is most like it; the first of several.
 *
 * @example
 * ```ts
 * const nominal = numericTable([[0], [1], [2], [3]])
 * const { model } = fit(nominal, { trees: 10 })
 * const references = drawReferences(nominal, model.features, 1)!
 * const [place] = nearestReferences(model, references, numericTable([[2.9]]))
 * references.row[place] // => 4
 * ```
 */
export function nearestReferences(model: Model, references: ReferenceRows, table: Table): Int32Array {
  const { points, kept, costs } = both(model, references, table)
  return Int32Array.from({ length: points.rows }, (_, i) => {
    let found = 0
    let least = Number.POSITIVE_INFINITY
    for (let r = 0; r < kept.rows; r++) {
      const apart = squaredDistance(points, i, kept, r, costs, least)
      if (apart < least) {
        least = apart
        found = r
      }
    }
    return found
  })
}

/** How far the first row of a table is from each of the references, by the same measure. */
export function referenceDistances(model: Model, references: ReferenceRows, table: Table): Float64Array {
  const { points, kept, costs } = both(model, references, table)
  return Float64Array.from({ length: kept.rows }, (_, r) =>
    Math.sqrt(squaredDistance(points, 0, kept, r, costs, Number.POSITIVE_INFINITY)),
  )
}

type Costs = readonly Float64Array[]

function both(
  model: Model,
  references: ReferenceRows,
  table: Table,
): { readonly points: AlarmPoints; readonly kept: AlarmPoints; readonly costs: Costs } {
  const geometry = alarmGeometry(model, references.table)
  const kept = alarmPoints(geometry, references.table)
  return { points: alarmPoints(geometry, alignTable(table, model.features)), kept, costs: geometry.costs }
}

/** Exact below `limit`, else some number that is not below it. */
function squaredDistance(
  points: AlarmPoints,
  i: number,
  kept: AlarmPoints,
  r: number,
  costs: Costs,
  limit: number,
): number {
  const { width, features } = points
  let sum = 0
  for (let j = 0, p = i * features, q = r * features; j < features; j++, p++, q++) {
    if (points.codes[p] !== kept.codes[q]) sum += costs[j][points.codes[p]] + costs[j][kept.codes[q]]
  }
  for (let j = 0, p = i * width, q = r * width; j < width && sum < limit; j++, p++, q++) {
    const difference = points.values[p] - kept.values[q]
    sum += difference * difference
  }
  return sum
}
