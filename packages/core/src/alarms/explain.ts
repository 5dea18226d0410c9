import { alignTable, type Column, MISSING, type Table } from '../data/table.js'
import { score } from '../detectors/fit.js'
import type { Model } from '../detectors/models.js'
import { detectorOf } from '../detectors/table.js'
import { expect } from '../errors.js'

/** How much a feature adds to a row's score: the score minus what it would be if the value were unknown. */
export interface Contribution {
  readonly feature: string
  readonly gain: number
}

/** For every row, the `most` features that make it look most alien, largest gain first; features that add nothing are left out. */
export function explain(model: Model, table: Table, most: number): Contribution[][] {
  expect(
    model.detector === 'per-class' || detectorOf(model.detector).learns,
    'bad-option',
    `the detector "${model.detector}" scores what another program made of the row: it cannot be explained by features`,
  )
  const rows = alignTable(table, model.features)
  const scores = score(model, rows)
  const contributions: Contribution[][] = Array.from(scores, () => [])
  rows.columns.forEach((column, j) => {
    const without = score(model, { rows: rows.rows, columns: rows.columns.with(j, unknown(column)) })
    scores.forEach((whole, i) => {
      const gain = whole - without[i]
      if (gain > 0) contributions[i].push({ feature: column.name, gain })
    })
  })
  return contributions.map((all) => all.sort((a, b) => b.gain - a.gain).slice(0, most))
}

function unknown(column: Column): Column {
  return column.kind === 'numeric'
    ? { ...column, values: new Float64Array(column.values.length).fill(Number.NaN) }
    : { ...column, codes: new Int32Array(column.codes.length).fill(MISSING) }
}
