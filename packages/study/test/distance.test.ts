import { categoricalColumn, MISSING, numericTable, type Table } from '@xenolith/core'
import { featuresOf, profileTable } from '@xenolith/core/internals'
import { type Cells, distancesTo, rowDistance } from '@xenolith/study'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const colours = ['red', 'green', 'blue', '']
const table: Table = (() => {
  const numbers = numericTable(
    Array.from({ length: 200 }, (_, i) => [Math.sin(i) * 3, i % 9 === 0 ? Number.NaN : 100 * Math.cos(i), 7]),
    ['a', 'b', 'constant'],
  )
  const colour = categoricalColumn(
    'colour',
    Array.from({ length: 200 }, (_, i) => colours[i % 4]),
  )
  return { rows: 200, columns: [...numbers.columns, colour] }
})()

function cellsOf({ columns }: Table, row: number): Cells {
  return Object.fromEntries(
    columns.map((column) => {
      if (column.kind === 'numeric') return [column.name, Number.isNaN(column.values[row]) ? null : column.values[row]]
      return [column.name, column.codes[row] === MISSING ? null : column.categories[column.codes[row]]]
    }),
  )
}

it('distances to a table are those to its rows, one by one', () => {
  const profiles = { nominal: profileTable(table), mixture: profileTable(table) }
  const features = featuresOf(table)
  const one = rowDistance(features, profiles)
  const cells = fc.record({
    a: fc.option(fc.double({ min: -10, max: 10, noNaN: true })),
    b: fc.option(fc.double({ min: -500, max: 500, noNaN: true })),
    constant: fc.constantFrom(7, 8, null),
    colour: fc.constantFrom('red', 'violet', null),
  })
  fc.assert(
    fc.property(cells, (row) => {
      const all = distancesTo(row, table, features, profiles)
      for (let i = 0; i < table.rows; i += 7) expect(all[i]).toBeCloseTo(one(row, cellsOf(table, i)), 12)
    }),
    { numRuns: 50 },
  )
})
