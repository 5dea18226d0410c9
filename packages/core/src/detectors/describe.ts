import { grouped } from './counted.js'
import type { Model } from './models.js'
import { detectorOf } from './table.js'

/**
 * The detector of a model in words.
 *
 * @example
 * ```ts
 * const { model } = fit(numericTable([[0], [1], [2], [3]]), { trees: 50 })
 * describeModel(model) // => 'isolation forest, 50 trees on 3 rows each, range check on'
 * ```
 */
export function describeModel(model: Model): string {
  if (model.detector !== 'per-class') return detectorOf(model.detector).describe(model)
  const { classes, models } = model
  return `one detector for each of ${grouped(classes.length)} nominal categories (${classes.join(', ')}): ${describeModel(models[0])}`
}
