import { categoricalColumn } from '@xenolith/core'

const EXTREMES = [0, 1, -1, 1e-300, 1e300, -1e300, 5e-324]

/** Rows for a model to score. `wild` ones have gaps, extremes and categories that the model never saw. */
export function rowsFor(features, rows, random, wild) {
  const number = () => {
    if (wild && random.below(12) === 0) return Number.NaN
    if (wild && random.below(12) === 0) return EXTREMES[random.below(EXTREMES.length)]
    return 4 * random.normal()
  }
  const word = (categories) => {
    if (wild && random.below(10) === 0) return random.below(2) === 0 ? null : 'never seen'
    return categories.length === 0 ? 'never seen' : categories[random.below(categories.length)]
  }
  return {
    rows,
    columns: features.map((feature) =>
      feature.kind === 'numeric'
        ? { name: feature.name, kind: 'numeric', values: Float64Array.from({ length: rows }, number) }
        : categoricalColumn(
            feature.name,
            Array.from({ length: rows }, () => word(feature.categories)),
          ),
    ),
  }
}
