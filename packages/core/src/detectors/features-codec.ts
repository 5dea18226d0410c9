import { bad, fields, list, oneOf, text } from '../codec/shape.js'
import type { Feature } from '../data/table.js'

/** The features of a model, checked. */
export function readFeatures(value: unknown): Feature[] {
  const features = list(value, 'features', readFeature)
  if (!allDiffer(features.map(({ name }) => name))) throw bad('two of its features have one name')
  return features
}

/** The features of a model within another: of the same names and kinds, in the same order; categories are those of its own rows. */
export function readInnerFeatures(value: unknown, outer: readonly Feature[]): Feature[] {
  const features = readFeatures(value)
  const isSame = ({ name, kind }: Feature, i: number): boolean => name === outer[i].name && kind === outer[i].kind
  if (features.length !== outer.length || !features.every(isSame)) throw bad('a model within it has other features')
  return features
}

function allDiffer(words: readonly string[]): boolean {
  return new Set(words).size === words.length
}

function readFeature(value: unknown, where: string): Feature {
  const feature = fields(value, where)
  const name = text(feature.name, where)
  const kind = oneOf(feature.kind, where, ['numeric', 'categorical'])
  if (kind === 'numeric') return { name, kind }
  const categories = list(feature.categories, where, text)
  if (!allDiffer(categories)) throw bad('a category of a feature stands twice')
  return { name, kind, categories }
}
