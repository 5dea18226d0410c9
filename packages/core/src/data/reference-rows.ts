import { sampleToFront, substream } from '../numeric/random.js'
import { alignTable, type Feature, selectRows, type Table } from './table.js'

/** Some nominal rows that a model keeps, so that an alarm can be shown beside the nominal row that is most like it. */
export interface ReferenceRows {
  /** Where each stands in the nominal data, from 1, ascending. */
  readonly row: Uint32Array
  /** Their values: the columns are the features of the model. */
  readonly table: Table
}

/** Rows kept by default. */
export const KEPT_ROWS = 1000
/** Cells kept at most: of wide tables fewer rows are kept, one at least. */
export const MOST_KEPT_CELLS: number = 1 << 20

/**
 * So many rows of the nominal data, drawn at random, fewer of wide tables; undefined if none are wanted.
 *
 * @example
 * ```ts
 * const nominal = numericTable([[0], [1], [2], [3]])
 * const { model } = fit(nominal, { trees: 10 })
 * drawReferences(nominal, model.features, 1, 2)?.table.rows // => 2
 * ```
 */
export function drawReferences(
  nominal: Table,
  features: readonly Feature[],
  seed: number,
  most: number = KEPT_ROWS,
): ReferenceRows | undefined {
  const fitting = Math.max(1, Math.floor(MOST_KEPT_CELLS / features.length))
  const count = Math.min(most, fitting, nominal.rows)
  if (count === 0) return undefined
  const order = new Int32Array(nominal.rows)
  sampleToFront(order, count, substream(seed, 'reference rows'))
  const rows = order.slice(0, count).sort()
  return { row: Uint32Array.from(rows, (row) => row + 1), table: alignTable(selectRows(nominal, rows), features) }
}
