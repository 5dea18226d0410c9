import type { ReferenceRows } from '../data/reference-rows.js'
import { alignTable, type Table } from '../data/table.js'
import type { Model } from '../detectors/models.js'
import { alarmGeometry } from './geometry.js'
import { type AlarmPoints, alarmPoints } from './groups/points.js'

/** For every row of a table, the place among the references of the nominal row that is most like it; the first of several. */
export function nearestReferences(model: Model, references: ReferenceRows, table: Table): Int32Array {
  const geometry = alarmGeometry(model, references.table)
  const kept = alarmPoints(geometry, references.table)
  const points = alarmPoints(geometry, alignTable(table, model.features))
  return Int32Array.from({ length: points.rows }, (_, i) => nearest(points, i, kept, geometry.costs))
}

function nearest(points: AlarmPoints, point: number, kept: AlarmPoints, costs: readonly Float64Array[]): number {
  const { width, features } = points
  let found = 0
  let least = Number.POSITIVE_INFINITY
  for (let r = 0; r < kept.rows; r++) {
    let sum = 0
    for (let j = 0, p = point * features, q = r * features; j < features; j++, p++, q++) {
      if (points.codes[p] !== kept.codes[q]) sum += costs[j][points.codes[p]] + costs[j][kept.codes[q]]
    }
    for (let j = 0, p = point * width, q = r * width; j < width && sum < least; j++, p++, q++) {
      const difference = points.values[p] - kept.values[q]
      sum += difference * difference
    }
    if (sum < least) {
      least = sum
      found = r
    }
  }
  return found
}
