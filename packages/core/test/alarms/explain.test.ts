import { describe, expect, it } from 'vitest'
import { explain } from '../../src/alarms/explain.js'
import { type CategoricalColumn, categoricalColumn, type NumericColumn, type Table } from '../../src/data/table.js'
import { fit } from '../../src/detectors/fit.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { errorOf, mixedTable, normalTable, withColumn } from '../detectors/tables.js'

const detectors: FitOptions[] = [
  { detector: 'iforest', trees: 60 },
  { detector: 'loda', projections: 200 },
]

describe.each(detectors)('explain with $detector', (options) => {
  const nominal = mixedTable(200, 1)
  const { model } = fit(nominal, options)
  const incoming = mixedTable(10, 2, true)

  it('names the feature that makes a row alien first', () => {
    const width = incoming.columns[1] as NumericColumn
    const table: Table = withColumn(incoming, { ...width, values: width.values.with(3, 60) })
    expect(explain(model, table, 2)[3][0].feature).toBe('width')
  })

  it('gives every row at most so many features, of positive gain, largest first', () => {
    for (const most of [0, 1, 3]) {
      const all = explain(model, incoming, most)
      expect(all).toHaveLength(10)
      for (const contributions of all) {
        expect(contributions.length).toBeLessThanOrEqual(most)
        expect(contributions.every(({ gain }, k) => gain > 0 && !(gain > contributions[k - 1]?.gain))).toBe(true)
      }
    }
  })

  it('finds no fault with a value that is missing', () => {
    const colour = incoming.columns[3] as CategoricalColumn
    const table = withColumn(incoming, { ...colour, codes: colour.codes.map(() => -1) })
    for (const contributions of explain(model, table, 4)) {
      expect(contributions.map(({ feature }) => feature)).not.toContain('colour')
    }
  })
})

const byCoordinates: FitOptions[] = [
  { detector: 'knn' },
  { detector: 'knn', scaling: 'ranks' },
  { detector: 'gmm', components: 2 },
  { detector: 'gmm', components: 2, scaling: 'raw' },
  { detector: 'gmm', components: 1, scaling: 'ranks', classes: Array.from({ length: 200 }, (_, i) => 'ab'[i % 2]) },
]

describe.each(byCoordinates)('explain with $detector, $scaling, to which a gap is a sign of its own', (options) => {
  const { model } = fit(mixedTable(200, 1), options)
  const incoming = mixedTable(10, 2)

  it('names the feature that makes a row alien first, in a table without gaps', () => {
    const width = incoming.columns[1] as NumericColumn
    const table: Table = withColumn(incoming, { ...width, values: width.values.with(3, 60) })
    expect(explain(model, table, 2)[3][0].feature).toBe('width')
  })

  it('names a gap, and a category never seen', () => {
    const width = incoming.columns[1] as NumericColumn
    const gap: Table = withColumn(incoming, { ...width, values: width.values.with(3, Number.NaN) })
    expect(explain(model, gap, 1)[3][0].feature).toBe('width')
    const unseen = withColumn(incoming, categoricalColumn('colour', new Array(10).fill('ultraviolet')))
    expect(explain(model, unseen, 1)[3][0].feature).toBe('colour')
  })
})

it('scores that another program made cannot be explained by features', () => {
  const { model } = fit(normalTable(5, ['a', 'b'], 1), { detector: 'softmax' })
  expect(errorOf(() => explain(model, normalTable(5, ['a', 'b'], 1), 1)).code).toBe('bad-option')
})
