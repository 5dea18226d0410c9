import type { Column, ColumnProfile, DataFingerprint, Table, TableProfile } from '@xenolith/core'
import { findCopies, placeAmong } from '@xenolith/core/internals'
import { percentage, short } from './percentage.js'

/** What stood out in two tables before anything was fitted. */
export interface DataNote {
  readonly kind:
    | 'identical-files'
    | 'copies'
    | 'copies-across'
    | 'identifies-rows'
    | 'looks-numeric'
    | 'near-constant'
    | 'new-categories'
    | 'out-of-range'
    | 'missing-differs'
    | 'dates'
  /** The columns it is about, if it is about columns. */
  readonly columns?: readonly string[]
  /** How much of the rows it is about; of several columns, the most. */
  readonly share?: number
  readonly text: string
}

export interface NotedTables {
  readonly nominal: Table
  readonly mixture: Table
  readonly profiles: { readonly nominal: TableProfile; readonly mixture: TableProfile }
  readonly data?: readonly Pick<DataFingerprint, 'role' | 'sha256'>[]
}

/** Below so many rows no share says anything. */
const FEWEST_ROWS = 50
const MANY_COPIES = 0.02
const NEAR_CONSTANT = 0.999
const MANY_OUTSIDE = 0.005
const MISSING_APART = 0.02
const MOST_NAMED = 3
const MOST_COLUMNS = 6

/** Everything that a person should know of the data before a promise is made with them; pure, and in the order of the columns. */
export function dataNotes({ nominal, mixture, profiles, data = [] }: NotedTables): DataNote[] {
  const sums = new Set(data.filter(({ role }) => role === 'nominal' || role === 'mixture').map(({ sha256 }) => sha256))
  const identical = data.length >= 2 && sums.size === 1
  return [
    ...(identical ? [sameFile()] : []),
    ...(identical ? [] : copiesOf(nominal, mixture)),
    ...together(
      nominal.columns.flatMap((column, j) => {
        const [before, after] = [profiles.nominal.columns[j], profiles.mixture.columns[j]]
        return before === undefined || after === undefined ? [] : remarksOn(column, mixture.columns[j], before, after)
      }),
    ),
  ]
}

function sameFile(): DataNote {
  const text =
    'The nominal and the mixture file have the same bytes: there is nothing in one that is not in the other, and no alien to be found.'
  return { kind: 'identical-files', share: 1, text }
}

function copiesOf(nominal: Table, mixture: Table): DataNote[] {
  const copies = findCopies(nominal, mixture)
  const notes: DataNote[] = []
  for (const file of ['nominal', 'mixture'] as const) {
    if (copies[file] < MANY_COPIES) continue
    const text = `${percentage(copies[file])} of the ${file} rows are copies of other rows of that file. Rows of coarse values repeat by themselves; if these do not, they are not independent draws, and the confidence is less than stated.`
    notes.push({ kind: 'copies', share: copies[file], text })
  }
  if (copies.across >= MANY_COPIES) {
    const text = `${percentage(copies.across)} of the mixture rows stand in the nominal file too. Unless values are coarse, the two samples share rows and are not independent.`
    notes.push({ kind: 'copies-across', share: copies.across, text })
  }
  return notes
}

/** Something about one column, before columns are put together in one sentence. */
interface Remark {
  readonly kind: ColumnKind
  readonly column: string
  /** Beside the name of the column: a share, a range. */
  readonly detail?: string
  readonly share?: number
}

type ColumnKind = Exclude<DataNote['kind'], 'identical-files' | 'copies' | 'copies-across'>

/** One sentence for each kind, with its columns. */
const SENTENCES: Record<ColumnKind, (columns: string) => string> = {
  'identifies-rows': (columns) =>
    `Another value in every row, so it seems to name rows: ${columns}. A name is no feature: say --id, or leave it out of --features.`,
  dates: (columns) =>
    `Dates, as seconds since 1970: ${columns}. A date tells when a row was made and not what it is: later rows look alien because they are later.`,
  'looks-numeric': (columns) =>
    `Read as categories, though the values look like numbers of another country: ${columns}. --decimal , and --thousands . (or the like) read them as numbers.`,
  'near-constant': (columns) =>
    `Nearly constant in the nominal rows: ${columns}. The few other values are all that a detector can learn from it.`,
  'new-categories': (columns) => `Categories in the mixture that no nominal row has: ${columns}.`,
  'out-of-range': (columns) =>
    `Mixture rows outside the range of the nominal rows: ${columns}. These are aliens, or the ordinary rows of the mixture are of another kind than those of the nominal file.`,
  'missing-differs': (columns) =>
    `Missing values differ between the files: ${columns}. If that comes of how the files were made, ordinary rows of the mixture do not follow the law of the nominal file.`,
}

/** Remarks of one kind as one note. */
function together(remarks: readonly Remark[]): DataNote[] {
  return Object.entries(SENTENCES).flatMap(([kind, sentence]) => {
    const those = remarks.filter((remark) => remark.kind === kind)
    if (those.length === 0) return []
    const named = those.slice(0, MOST_COLUMNS).map(({ column, detail }) => `"${column}"${detail ? ` (${detail})` : ''}`)
    const more = those.length > MOST_COLUMNS ? ` and ${those.length - MOST_COLUMNS} more` : ''
    const shares = those.flatMap(({ share }) => (share === undefined ? [] : [share]))
    return [
      {
        kind: kind as ColumnKind,
        columns: those.map(({ column }) => column),
        ...(shares.length === 0 ? {} : { share: Math.max(...shares) }),
        text: sentence(named.join(', ') + more),
      },
    ]
  })
}

function remarksOn(column: Column, other: Column, before: ColumnProfile, after: ColumnProfile): Remark[] {
  const { name } = column
  const rows = column.kind === 'numeric' ? column.values.length : column.codes.length
  const remarks: Remark[] = []
  const remark = (kind: ColumnKind, detail?: string, share?: number): void => {
    remarks.push({ kind, column: name, detail, share })
  }
  if (rows >= FEWEST_ROWS && identifiesRows(column)) remark('identifies-rows')
  else if (isDate(name, before)) remark('dates')
  if (column.kind === 'categorical' && looksNumeric(column.categories)) remark('looks-numeric')
  const common = commonest(column, before)
  if (rows >= FEWEST_ROWS && common < 1 && common >= NEAR_CONSTANT) {
    remark('near-constant', `one value in ${percentage(common)}`, common)
  }
  const strange = newCategories(before, after) ?? outOfRange(other, before)
  if (strange !== undefined) remark(before.kind === 'numeric' ? 'out-of-range' : 'new-categories', ...strange)
  const apart = Math.abs(after.missing - before.missing)
  if (apart >= MISSING_APART) {
    remark('missing-differs', `nominal ${percentage(before.missing)}, mixture ${percentage(after.missing)}`, apart)
  }
  return remarks
}

function outOfRange(other: Column, before: ColumnProfile): [string, number] | undefined {
  if (before.kind !== 'numeric' || other.kind !== 'numeric' || before.quantiles.length === 0) return undefined
  const [low, high] = [before.quantiles[0], before.quantiles[before.quantiles.length - 1]]
  let outside = 0
  for (const value of other.values) if (value < low || value > high) outside++
  const share = outside / other.values.length
  return share < MANY_OUTSIDE ? undefined : [`${percentage(share)} not in ${short(low)} to ${short(high)}`, share]
}

function newCategories(before: ColumnProfile, after: ColumnProfile): [string, number] | undefined {
  if (before.kind !== 'categorical' || after.kind !== 'categorical') return undefined
  const unseen = after.categories
    .map((category, i) => ({ category, share: after.shares[i] }))
    .filter(({ category }) => placeAmong(before, category).share === 0)
  if (unseen.length === 0) return undefined
  const share = unseen.reduce((sum, each) => sum + each.share, 0)
  const named = unseen.slice(0, MOST_NAMED).map(({ category }) => category)
  const more = unseen.length > MOST_NAMED ? ` and ${unseen.length - MOST_NAMED} more` : ''
  return [`${named.join(', ')}${more}: ${percentage(share)}`, share]
}

/** Different in every row: text, or whole numbers that count on. */
function identifiesRows(column: Column): boolean {
  if (column.kind === 'categorical') return column.categories.length > 0.99 * column.codes.length
  const { values } = column
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (!Number.isSafeInteger(value)) return false
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const counts = high - low + 1 <= 2 * values.length
  return counts && new Set(values).size === values.length
}

function isDate(name: string, profile: ColumnProfile): boolean {
  if (profile.kind !== 'numeric' || profile.quantiles.length === 0) return false
  const [low, high] = [profile.quantiles[0], profile.quantiles[profile.quantiles.length - 1]]
  return /date|time|day|timestamp|_at$/i.test(name) && low > 1e8 && high < 4.2e9
}

const FOREIGN = /^\s*[-+]?(\d{1,3}([.,'\u2019 \u00a0\u202f]\d{3})+([.,]\d+)?|\d+,\d+)\s*$/
const MOST_LOOKED_AT = 1000

function looksNumeric(categories: readonly string[]): boolean {
  const some = categories.slice(0, MOST_LOOKED_AT)
  const foreign = some.filter((category) => FOREIGN.test(category)).length
  const numbers = some.filter(
    (category) => FOREIGN.test(category) || /^\s*[-+]?\d+([.,]\d+)?\s*$/.test(category),
  ).length
  return foreign > 0 && numbers > 0.8 * some.length
}

/** The share of rows that have the most frequent value; of numbers, the median if it is that frequent. */
function commonest(column: Column, profile: ColumnProfile): number {
  if (profile.kind === 'categorical') return profile.shares[0] ?? 0
  const median = profile.quantiles[Math.floor(profile.quantiles.length / 2)]
  if (column.kind !== 'numeric' || median === undefined) return 0
  let same = 0
  for (const value of column.values) if (value === median) same++
  return same / column.values.length
}
