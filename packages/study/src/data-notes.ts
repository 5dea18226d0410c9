import type { Column, ColumnProfile, DataFingerprint, Table, TableProfile } from '@xenolith/core'
import { findCopies } from '@xenolith/core/internals'
import { percentage, short } from './percentage.js'

/** What stood out in two tables before anything was fitted. */
export interface DataNote {
  readonly kind:
    | 'identical-files'
    | 'copies'
    | 'copies-across'
    | 'identifies-rows'
    | 'looks-numeric'
    | 'looks-dated'
    | 'near-constant'
    | 'new-categories'
    | 'out-of-range'
    | 'not-in-mixture'
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
const MANY_COPIES = 0.01
const NEAR_CONSTANT = 0.999
const MANY_OUTSIDE = 0.005
/** So many nominal rows where no mixture row is would be chance in no mixture: most of it is nominal rows. */
const MANY_LEFT_OUT = 0.05
const MISSING_APART = 0.02
const MOST_NAMED = 3
const MOST_COLUMNS = 6

/**
 * Everything that a person should know of the data before a promise is made with them; pure, and in the order of the columns.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 60 }, (_, i) => [i]))
 * const mixture = numericTable(Array.from({ length: 60 }, (_, i) => [i + 60.5]))
 * const profiles = { nominal: { rows: 60, columns: [] }, mixture: { rows: 60, columns: [] } }
 * const data = [{ role: 'nominal', sha256: 'ab' }, { role: 'mixture', sha256: 'ab' }]
 * dataNotes({ nominal, mixture, profiles, data })[0].kind // => 'identical-files'
 * ```
 */
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
    `Another value in every row, or nearly, so it seems to name rows: ${columns}. A name is no feature: say --id, or leave it out with --ignore.`,
  dates: (columns) =>
    `Dates, as seconds since 1970: ${columns}. A date tells when a row was made and not what it is: later rows look alien because they are later. --ignore leaves the column out.`,
  'looks-dated': (columns) =>
    `Read as categories, though the values look like dates: ${columns}. Dates written as 2024-01-31 are read as dates; --ignore leaves the column out.`,
  'looks-numeric': (columns) =>
    `Read as categories, though the values look like numbers of another country: ${columns}. --decimal , and --thousands . (or the like) read them as numbers.`,
  'near-constant': (columns) =>
    `The same value in all nominal rows, or nearly: ${columns}. Only rows with another value there stand out by it. If it is a label that somebody gave, leave it out with --ignore.`,
  'new-categories': (columns) => `Categories in the mixture that no nominal row has: ${columns}.`,
  'out-of-range': (columns) =>
    `Mixture rows outside the range of the nominal rows: ${columns}. These are aliens, or the ordinary rows of the mixture are of another kind than those of the nominal file.`,
  'not-in-mixture': (columns) =>
    `Nominal rows where no mixture row is: ${columns}. A mixture holds ordinary rows too: are the two files swapped?`,
  'missing-differs': (columns) =>
    `Missing values differ between the files: ${columns}. If that comes from how the files were made, the ordinary rows of the mixture are not like those of the nominal file.`,
}

/** Remarks of one kind as one note. */
function together(remarks: readonly Remark[]): DataNote[] {
  return Object.entries(SENTENCES).flatMap(([kind, sentence]) => {
    const those = remarks.filter((remark) => remark.kind === kind).sort((a, b) => (b.share ?? 0) - (a.share ?? 0))
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
  const rows = rowsOf(column)
  const remarks: Remark[] = []
  const remark = (kind: ColumnKind, detail?: string, share?: number): void => {
    remarks.push({ kind, column: name, detail, share })
  }
  if (isDate(column, before)) remark('dates')
  const dated = column.kind === 'categorical' && mostly(column.categories, DATED)
  if (dated) remark('looks-dated')
  const names = !dated && rows >= FEWEST_ROWS && identifiesRows(column)
  if (names) remark('identifies-rows')
  if (column.kind === 'categorical' && looksNumeric(column.categories)) remark('looks-numeric')
  const common = commonest(column, before)
  if (rows >= FEWEST_ROWS && common >= NEAR_CONSTANT) {
    remark('near-constant', common === 1 ? 'all' : percentage(common), common)
  }
  const strange = dated || names ? undefined : strangeIn(column, other, before)
  const leftOut = remarks.length === 0 && canLeaveOut(column, other) ? strangeIn(other, column, after) : undefined
  if (leftOut !== undefined && leftOut[1] > Math.max(MANY_LEFT_OUT, strange?.[1] ?? 0)) {
    remark('not-in-mixture', ...leftOut)
  }
  if (strange !== undefined) remark(before.kind === 'numeric' ? 'out-of-range' : 'new-categories', ...strange)
  const apart = Math.abs(after.missing - before.missing)
  if (apart >= MISSING_APART) {
    remark('missing-differs', `nominal ${percentage(before.missing)}, mixture ${percentage(after.missing)}`, apart)
  }
  return remarks
}

const rowsOf = (column: Column): number => (column.kind === 'numeric' ? column.values : column.codes).length

/** Whether both files have rows enough to show what the column holds: of many categories some are always left out. */
function canLeaveOut(...columns: Column[]): boolean {
  return columns.every((column) => {
    const shown = column.kind === 'numeric' || column.categories.length * FEWEST_ROWS <= column.codes.length
    return shown && rowsOf(column) >= FEWEST_ROWS
  })
}

/** Values that a column has in the other file alone: in words, and the share of its rows. */
function strangeIn(column: Column, other: Column, profile: ColumnProfile): [string, number] | undefined {
  return newCategories(column, other) ?? outOfRange(other, profile, isDate(column, profile) ? dayOf : short)
}

function outOfRange(
  other: Column,
  before: ColumnProfile,
  written: (value: number) => string,
): [string, number] | undefined {
  if (before.kind !== 'numeric' || other.kind !== 'numeric' || before.quantiles.length === 0) return undefined
  const [low, high] = [before.quantiles[0], before.quantiles[before.quantiles.length - 1]]
  let outside = 0
  for (const value of other.values) if (value < low || value > high) outside++
  const share = outside / other.values.length
  return share < MANY_OUTSIDE ? undefined : [`${percentage(share)} not in ${written(low)} to ${written(high)}`, share]
}

/** Seconds since 1970 as a date. */
function dayOf(seconds: number): string {
  const day = new Date(1000 * seconds)
  return Number.isNaN(day.getTime()) ? short(seconds) : day.toISOString().slice(0, 10)
}

/** Categories of the mixture that the nominal file lacks, the most frequent first, and the share of rows that have one. */
function newCategories(column: Column, other: Column): [string, number] | undefined {
  if (column.kind !== 'categorical' || other.kind !== 'categorical') return undefined
  const known = new Set(column.categories)
  const counts = new Float64Array(other.categories.length)
  for (const code of other.codes) if (code >= 0) counts[code]++
  const unseen = [...counts.keys()].filter((code) => counts[code] > 0 && !known.has(other.categories[code]))
  if (unseen.length === 0) return undefined
  unseen.sort((a, b) => counts[b] - counts[a] || a - b)
  const share = unseen.reduce((sum, code) => sum + counts[code], 0) / other.codes.length
  const named = unseen.slice(0, MOST_NAMED).map((code) => other.categories[code])
  const more = unseen.length > MOST_NAMED ? ` and ${unseen.length - MOST_NAMED} more` : ''
  return [`${named.join(', ')}${more}: ${percentage(share)}`, share]
}

/** Different in nearly every row that has a value: text, or whole numbers that count on. */
function identifiesRows(column: Column): boolean {
  if (column.kind === 'categorical') {
    const present = column.codes.reduce((sum, code) => (code < 0 ? sum : sum + 1), 0)
    return present >= FEWEST_ROWS && column.categories.length > 0.9 * present
  }
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

/** Read from dates, or numbers of a column with such a name that can be seconds since 1970. */
function isDate(column: Column, profile: ColumnProfile): boolean {
  if (column.kind !== 'numeric' || profile.kind !== 'numeric' || profile.quantiles.length === 0) return false
  if (column.temporal) return true
  const [low, high] = [profile.quantiles[0], profile.quantiles[profile.quantiles.length - 1]]
  return /date|time|day|timestamp|_at$/i.test(column.name) && low > 1e8 && high < 4.2e9
}

/** Dates as people write them, day or month first, or with other marks than those of ISO 8601. */
const DATED = /^\s*(\d{1,2}([./-])\d{1,2}\2\d{2}(\d{2})?|\d{4}([./])\d{1,2}\4\d{1,2})([ T,].*)?$/

/** Whether most of the categories look so. */
function mostly(categories: readonly string[], like: RegExp): boolean {
  const some = categories.slice(0, MOST_LOOKED_AT)
  return some.length > 0 && some.filter((category) => like.test(category)).length > 0.8 * some.length
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
