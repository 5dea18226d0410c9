import type { Column, Table } from '../../data/table.js'
import { MISSING } from '../../data/table.js'
import { frequencyRanks, missingLowest } from '../../trees/ranked-rows.js'
import { tieOrder } from '../../trees/tie-order.js'

/**
 * Columns as trees see them. Missing values lie below all others, so that one split parts them. Categories stand in the
 * order of how common they are in both samples together, equally common ones in an order of their names, which does not look
 * at who is of the mixture; an unseen one is the rarest.
 */

/** By feature: the place of every category and, last, of those unseen; null for numbers. */
export type Places = readonly (Int32Array | null)[]

export function learnPlaces(samples: readonly Table[]): Places {
  return samples[0].columns.map((column, j) => {
    if (column.kind === 'numeric') return null
    const unseen = column.categories.length
    const order = [...tieOrder(column.categories), unseen]
    const codes = samples.flatMap((table) => Array.from(known(table.columns[j], unseen), (code) => order[code] ?? code))
    const ranks = frequencyRanks(Int32Array.from(codes), unseen + 1)
    return Int32Array.from(order, (place) => ranks[place])
  })
}

/** The codes of a categorical column with the unseen category as one of them. */
function known(column: Column, unseen: number): Int32Array {
  if (column.kind === 'numeric') return new Int32Array(0)
  return column.codes.map((code) => (code === MISSING || code >= 0 ? code : unseen))
}

/** The numbers of an aligned table, feature by feature. */
export function numbersOf(table: Table, places: Places): Float64Array[] {
  return table.columns.map((column, j) => {
    if (column.kind === 'numeric') return missingLowest(column.values)
    const place = places[j]!
    const codes = known(column, column.categories.length)
    return Float64Array.from(codes, (code) => (code === MISSING ? Number.NEGATIVE_INFINITY : place[code]))
  })
}

/** Whether any two rows differ. */
export function tellsApart(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return true
  return false
}
