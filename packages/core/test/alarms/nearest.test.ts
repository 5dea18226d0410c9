import { describe, expect, it } from 'vitest'
import { alarmGeometry } from '../../src/alarms/geometry.js'
import { alarmPoints, squaredDistance } from '../../src/alarms/groups/points.js'
import { nearestReferences } from '../../src/alarms/nearest.js'
import { drawReferences } from '../../src/data/reference-rows.js'
import { selectRows, type Table } from '../../src/data/table.js'
import { fit } from '../../src/detectors/fit.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { mixedTable } from '../detectors/tables.js'

const nominal = mixedTable(150, 1, true)
const incoming = mixedTable(25, 2, true)
const options: FitOptions[] = [{ detector: 'knn', scaling: 'raw' }, { trees: 20 }, { detector: 'gmm', components: 2 }]

describe.each(options)('the nearest nominal row, $detector', (how) => {
  const { model } = fit(nominal, how)
  const references = drawReferences(nominal, model.features, 5, 60)!

  it('is the row itself where it was kept', () => {
    expect([...nearestReferences(model, references, references.table)].map((at) => references.row[at])).toEqual(
      [...references.row].map((row) => firstEqual(references.table, references.row, row)),
    )
  })
  it('is the one at the smallest distance', () => {
    const both = joined(references.table, incoming)
    const geometry = alarmGeometry(model, references.table)
    const points = alarmPoints(geometry, both)
    const slow = Array.from({ length: 25 }, (_, i) => {
      const distances = Array.from({ length: 60 }, (_, r) => squaredDistance(points, geometry.costs, 60 + i, r))
      return distances.indexOf(Math.min(...distances))
    })
    expect([...nearestReferences(model, references, incoming)]).toEqual(slow)
  })
})

/** The first kept row with the same cells; kept rows may be alike. */
function firstEqual(table: Table, rows: Uint32Array, row: number): number {
  const at = rows.indexOf(row)
  const cells = JSON.stringify(selectRows(table, [at]))
  return rows[rows.findIndex((_, i) => JSON.stringify(selectRows(table, [i])) === cells)]
}

function joined(a: Table, b: Table): Table {
  const columns = a.columns.map((column, j) => {
    const other = b.columns[j]
    return column.kind === 'numeric' && other.kind === 'numeric'
      ? { ...column, values: Float64Array.of(...column.values, ...other.values) }
      : {
          ...column,
          codes: Int32Array.of(
            ...(column as never as { codes: Int32Array }).codes,
            ...(other as never as { codes: Int32Array }).codes,
          ),
        }
  })
  return { rows: a.rows + b.rows, columns: columns as Table['columns'] }
}
