import type { Table } from '../data/table.js'
import { type Coordinates, learnCoordinates } from '../detectors/coordinates/coordinates.js'
import type { Model } from '../detectors/models.js'

/**
 * How rows are compared with each other: by the model's own coordinates where it has some, else by normal scores of
 * ranks among the rows given, nominal ones at best.
 *
 * @example
 * ```ts
 * const nominal = numericTable([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]])
 * const { model } = fit(nominal, { trees: 20 })
 * const geometry = alarmGeometry(model, nominal)
 * findGroups(model.features, geometry, numericTable([[90, 0], [91, 0]])).centres.length // => 1
 * ```
 */
export function alarmGeometry(model: Model, rows: Table): Coordinates {
  const own = model.detector !== 'per-class' && 'coordinates' in model ? model.coordinates : null
  return own ?? learnCoordinates(rows, 'ranks')
}
