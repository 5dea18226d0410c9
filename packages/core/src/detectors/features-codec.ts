import { fields, list, oneOf, text } from '../codec/shape.js'
import type { Feature } from '../data/table.js'

/** The features of a model, checked. */
export function readFeatures(value: unknown): Feature[] {
  return list(value, 'features', readFeature)
}

function readFeature(value: unknown, where: string): Feature {
  const feature = fields(value, where)
  const name = text(feature.name, where)
  const kind = oneOf(feature.kind, where, ['numeric', 'categorical'])
  return kind === 'numeric' ? { name, kind } : { name, kind, categories: list(feature.categories, where, text) }
}
