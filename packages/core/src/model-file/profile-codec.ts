import { bad, count, fields, number, text } from '../codec/shape.js'
import {
  type CategoricalProfile,
  type ColumnProfile,
  type NumericProfile,
  PROFILE_LEVELS,
  type TableProfile,
} from '../data/profile.js'
import { listOf, type Reader, record, share } from './record.js'

const MOST_COLUMNS = 1000
const MOST_CATEGORIES = 1000

const kindOf =
  <T extends string>(kind: T): Reader<T> =>
  () =>
    kind

const readNumeric: Reader<NumericProfile> = (value, where) => {
  const read = record<NumericProfile>({
    name: text,
    kind: kindOf('numeric'),
    missing: share,
    quantiles: listOf(number, PROFILE_LEVELS.length),
  })(value, where)
  if (read.quantiles.length !== 0 && read.quantiles.length !== PROFILE_LEVELS.length) throw bad(`${where} is damaged`)
  return read
}

const readCategorical: Reader<CategoricalProfile> = (value, where) => {
  const read = record<CategoricalProfile>({
    name: text,
    kind: kindOf('categorical'),
    missing: share,
    distinct: count,
    categories: listOf(text, MOST_CATEGORIES),
    shares: listOf(share, MOST_CATEGORIES),
  })(value, where)
  if (read.categories.length !== read.shares.length) throw bad(`${where} is damaged`)
  return read
}

const readColumn: Reader<ColumnProfile> = (value, where) => {
  const { kind } = fields(value, where)
  if (kind === 'numeric') return readNumeric(value, where)
  if (kind === 'categorical') return readCategorical(value, where)
  throw bad(`${where} is damaged`)
}

/** What the columns of a file held. */
export const readProfile: Reader<TableProfile> = record<TableProfile>({
  rows: count,
  columns: listOf(readColumn, MOST_COLUMNS),
})
