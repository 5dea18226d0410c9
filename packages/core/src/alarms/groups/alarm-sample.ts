import { alignTable, type Column, type Feature, type Table } from '../../data/table.js'
import { substream } from '../../numeric/random.js'
import { GROUPED_ROWS } from './groups.js'

/** What a row is called. */
type Name = string | number

/**
 * A random sample of alarms that come one batch after another, all of them while they are few: memory does not grow with the alarms.
 *
 * @example
 * ```ts
 * const table = numericTable([[1], [90], [2]])
 * const sample = new AlarmSample([{ name: 'f0', kind: 'numeric' }])
 * sample.add(table, [1], ['row 2', 'row 2', 'row 3'])
 * sample.finish().names // => [ 'row 2' ]
 * ```
 */
export class AlarmSample {
  readonly #features: readonly Feature[]
  readonly #columns: readonly Column[]
  readonly #names: Name[] = []
  readonly #random = substream(1, 'alarm sample')
  #seen = 0

  constructor(features: readonly Feature[]) {
    this.#features = features
    this.#columns = features.map((feature) =>
      feature.kind === 'numeric'
        ? { ...feature, values: new Float64Array(GROUPED_ROWS) }
        : { ...feature, codes: new Int32Array(GROUPED_ROWS) },
    )
  }

  /** Takes the rows of a table that alarm. */
  add(table: Table, rows: ArrayLike<number>, names: ArrayLike<Name>): void {
    const { columns } = alignTable(table, this.#features)
    for (let i = 0; i < rows.length; i++) {
      const place = this.#seen < GROUPED_ROWS ? this.#seen : this.#random.below(this.#seen + 1)
      this.#seen++
      if (place >= GROUPED_ROWS) continue
      this.#names[place] = names[rows[i]]
      for (const [j, column] of columns.entries()) {
        const kept = this.#columns[j]
        if (kept.kind === 'numeric' && column.kind === 'numeric') kept.values[place] = column.values[rows[i]]
        else if (kept.kind === 'categorical' && column.kind === 'categorical') kept.codes[place] = column.codes[rows[i]]
      }
    }
  }

  /** The rows kept, and what they are called. */
  finish(): { readonly table: Table; readonly names: readonly Name[] } {
    const rows = this.#names.length
    const columns = this.#columns.map((column) =>
      column.kind === 'numeric'
        ? { ...column, values: column.values.slice(0, rows) }
        : { ...column, codes: column.codes.slice(0, rows) },
    )
    return { table: { rows, columns }, names: this.#names }
  }
}
