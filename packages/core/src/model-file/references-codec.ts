import { array, bad, fields, list } from '../codec/shape.js'
import { MOST_KEPT_CELLS, type ReferenceRows } from '../data/reference-rows.js'
import { type Column, type Feature, LARGEST, UNSEEN } from '../data/table.js'

/** Rows of which the columns are those of the model: their numbers or codes alone. */
export function packReferences({ row, table }: ReferenceRows): unknown {
  return { row, columns: table.columns.map((column) => (column.kind === 'numeric' ? column.values : column.codes)) }
}

export function unpackReferences(value: unknown, features: readonly Feature[]): ReferenceRows {
  const where = 'the reference rows'
  const packed = fields(value, where)
  const row = array(packed.row, where, [Uint32Array])
  const given = list(packed.columns, where, (column) => column)
  const ascending = row.every((number, i) => number > (i === 0 ? 0 : row[i - 1]))
  const few = row.length > 0 && (row.length === 1 || row.length * features.length <= MOST_KEPT_CELLS)
  if (!ascending || !few || given.length !== features.length) throw bad(`${where} are damaged`)
  const columns = features.map((feature, j): Column => {
    if (feature.kind === 'numeric') {
      const values = array(given[j], where, [Float64Array], row.length)
      if (values.some((x) => Math.abs(x) > LARGEST)) throw bad(`${where} are damaged`)
      return { ...feature, values }
    }
    const codes = array(given[j], where, [Int32Array], row.length)
    if (!codes.every((code) => code >= UNSEEN && code < feature.categories.length)) throw bad(`${where} are damaged`)
    return { ...feature, codes }
  })
  return { row, table: { rows: row.length, columns } }
}
