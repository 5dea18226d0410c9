import { alignTable, type Column, type Feature, MISSING, type Table } from '../data/table.js'
import { score } from '../detectors/fit.js'
import type { Model } from '../detectors/models.js'
import { detectorOf } from '../detectors/table.js'
import { expect } from '../errors.js'

/** How much a feature adds to a row's score: the score minus what it would be if the value were unknown, or ordinary. */
export interface Contribution {
  readonly feature: string
  readonly gain: number
}

/**
 * For every row, the `most` features that make it look most alien, largest gain first; features that add nothing are left out.
 *
 * @example
 * ```ts
 * const { model } = fit(numericTable([[0, 5], [1, 5], [2, 5], [3, 6], [4, 6]], ['x', 'y']), { trees: 50 })
 * const [reasons] = explain(model, numericTable([[99, 5]], ['x', 'y']), 1)
 * reasons[0].feature // => 'x'
 * ```
 */
export function explain(model: Model, table: Table, most: number): Contribution[][] {
  checkExplainable(model)
  const rows = alignTable(table, model.features)
  const judge = steadyModel(model)
  const without = Array.from(withoutEach(judge, rows), (without) => score(judge, without))
  return largestGains(model.features, score(judge, rows), without, most)
}

/** Refuses a detector whose features are not those of the row. */
export function checkExplainable(model: Model): void {
  expect(
    model.detector === 'per-class' || detectorOf(model.detector).learns,
    'bad-option',
    `the detector "${model.detector}" scores what another program made of the row: it cannot be explained by features`,
  )
}

/** The table with one column taken away, for every column, one at a time: unknown, or ordinary where the detector says what that is. */
export function* withoutEach(model: Model, { rows, columns }: Table): Generator<Table> {
  const one = model.detector === 'per-class' ? model.models[0] : model
  const ordinary = detectorOf(one.detector).ordinary?.(one)
  for (const [j, column] of columns.entries()) {
    const value = ordinary?.[j] ?? (column.kind === 'numeric' ? Number.NaN : MISSING)
    yield { rows, columns: columns.with(j, filled(column, value)) }
  }
}

/** What each feature adds, from the scores with all of them and those without each. */
export function largestGains(
  features: readonly Feature[],
  scores: Float64Array,
  without: readonly Float64Array[],
  most: number,
): Contribution[][] {
  return Array.from(scores, (whole, i) =>
    features
      .map(({ name }, j): Contribution => ({ feature: name, gain: whole - without[j][i] }))
      .filter(({ gain }) => gain > 0)
      .sort((a, b) => b.gain - a.gain)
      .slice(0, most),
  )
}

const steadyModels = new WeakMap<Model, Model>()

/** The model that explanations are taken from: its answer for a row does not hang on a draw, and it has no more trees than that takes. */
export function steadyModel(model: Model): Model {
  if (model.detector === 'per-class') return model
  const known = steadyModels.get(model)
  if (known !== undefined) return known
  const steady = (detectorOf(model.detector).steady?.(model) as Model | undefined) ?? model
  steadyModels.set(model, steady)
  return steady
}

function filled(column: Column, value: number): Column {
  return column.kind === 'numeric'
    ? { ...column, values: new Float64Array(column.values.length).fill(value) }
    : { ...column, codes: new Int32Array(column.codes.length).fill(value) }
}
