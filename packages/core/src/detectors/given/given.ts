import { alignTable, checkTable, type Feature, featuresOf, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import type { Fit } from '../detector.js'

/** The user's own detector: one column holds its scores. */
export interface GivenModel {
  readonly detector: 'given'
  readonly features: readonly Feature[]
}

export function fitGiven(table: Table): Fit<GivenModel> {
  checkTable(table, 'the nominal data')
  expect(
    table.columns.length === 1,
    'bad-option',
    `the detector "given" reads one column of scores, got ${table.columns.length}: name it with features`,
  )
  const model: GivenModel = { detector: 'given', features: featuresOf(table) }
  return { model, scores: scoreGiven(model, table), inBagRows: 0, nominalScores: 'given' }
}

export function scoreGiven(model: GivenModel, table: Table): Float64Array {
  const [column] = alignTable(table, model.features).columns
  expect(column.kind === 'numeric', 'bad-type', `column "${column.name}" holds text; expected scores`)
  const missing = column.values.findIndex(Number.isNaN)
  expect(missing < 0, 'bad-scores', `column "${column.name}", row ${missing + 1} has no score`)
  return column.values.slice()
}
