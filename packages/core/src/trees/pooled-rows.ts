import { alignTable, checkTable, checkValues, type Feature, featuresOf, type Table, UNSEEN } from '../data/table.js'
import { tieOrder } from './tie-order.js'

/** One feature of both samples: numbers (NaN missing), or codes of a common list of categories (-1 missing), in an order that does not tell the samples apart. */
export type PooledColumn =
  | { readonly kind: 'numeric'; readonly values: Float64Array }
  | { readonly kind: 'categorical'; readonly codes: Int32Array; readonly categories: number }

/** The rows of both samples, nominals first, features that never vary left out. */
export interface PooledRows {
  readonly n0: number
  readonly nm: number
  readonly columns: readonly PooledColumn[]
}

/** The rows of both samples. */
export interface RowSamples {
  readonly nominal: Table
  readonly mixture: Table
}

/** The features are those of the nominal table; the mixture's columns are found by name. */
export function poolRows({ nominal, mixture }: RowSamples): PooledRows {
  checkTable(nominal, 'the nominal data')
  const features = commonFeatures(nominal, mixture)
  const upper = alignTable(nominal, features)
  const lower = alignTable(mixture, features)
  checkValues(lower, 'the mixture')
  const columns = features.map((feature, j): PooledColumn => {
    const a = upper.columns[j]
    const b = lower.columns[j]
    if (a.kind === 'numeric' && b.kind === 'numeric') return { kind: 'numeric', values: join(a.values, b.values) }
    const placeOf = tieOrder(feature.kind === 'categorical' ? feature.categories : [])
    const categories = placeOf.length
    const codes = a.kind === 'categorical' && b.kind === 'categorical' ? join(a.codes, b.codes) : new Int32Array(0)
    // A category that some earlier reading did not know is a category all the same.
    const place = (code: number): number => (code === UNSEEN ? categories : code < 0 ? code : placeOf[code])
    return { kind: 'categorical', codes: codes.map(place), categories: categories + 1 }
  })
  return { n0: nominal.rows, nm: mixture.rows, columns: columns.filter(tellsApart) }
}

/** The nominal table's features, with the categories of both. */
export function commonFeatures(nominal: Table, mixture: Table): Feature[] {
  return featuresOf(nominal).map((feature) => {
    if (feature.kind === 'numeric') return feature
    const other = mixture.columns.find((column) => column.name === feature.name)
    const more = other?.kind === 'categorical' ? other.categories : []
    return { ...feature, categories: [...new Set([...feature.categories, ...more])] }
  })
}

/** Whether any two rows differ in the column; here a missing value is a value. */
function tellsApart(column: PooledColumn): boolean {
  const values = column.kind === 'numeric' ? column.values : column.codes
  for (let i = 1; i < values.length; i++) if (!Object.is(values[i] + 0, values[0] + 0)) return true
  return false
}

function join<A extends Float64Array | Int32Array>(a: A, b: A): A {
  const both = (
    a instanceof Float64Array ? new Float64Array(a.length + b.length) : new Int32Array(a.length + b.length)
  ) as A
  both.set(a)
  both.set(b, a.length)
  return both
}
