import type { Column, ModelFile, Table } from '@xenolith/core'
import { referenceDistances } from '@xenolith/core/internals'
import type { Cells } from './distance.js'

/** A nominal row that is like another row. */
export interface Neighbour {
  /** Where it stands in the nominal file, from 1. */
  readonly row: number
  readonly distance: number
  readonly cells: Cells
}

/**
 * The kept nominal rows that are most like the first row of a table, the nearest first; null where the model keeps none. The first is the one
 * that `detect` names beside an alarm.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50, 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const { file } = (await study({ nominal, mixture }, request)) as Finished
 * neighboursOf(file, numericTable([[4, 2]]), 1) // => [ { row: 45, distance: 0, cells: { f0: 4, f1: 2 } } ]
 * ```
 */
export function neighboursOf({ model, references }: ModelFile, table: Table, most: number): Neighbour[] | null {
  if (references === undefined) return null
  const distances = referenceDistances(model, references, table)
  const nearest = [...distances.keys()].sort((a, b) => distances[a] - distances[b] || a - b).slice(0, most)
  return nearest.map((at) => ({
    row: references.row[at],
    distance: distances[at],
    cells: Object.fromEntries(references.table.columns.map((column) => [column.name, cellOf(column, at)])),
  }))
}

function cellOf(column: Column, row: number): string | number | null {
  if (column.kind === 'numeric') return Number.isNaN(column.values[row]) ? null : column.values[row]
  return column.categories[column.codes[row]] ?? null
}
