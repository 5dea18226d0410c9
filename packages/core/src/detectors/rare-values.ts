import { array, bad, fields, number } from '../codec/shape.js'
import { type Column, type Feature, MISSING, type Table } from '../data/table.js'
import { quantile } from '../numeric/quantile.js'
import { sortedCopy } from '../numeric/sort.js'

/*
 * Trees and projections see little of a column in which nearly all nominal rows agree: where a subsample is constant
 * there is nothing to split, and a projection adds the column to others. Yet another value there is the strongest sign
 * there is, unless such values are common among nominal rows. So a row with a rare value in such a column is lifted:
 * its score rises by as much as the (1 - r) quantile of the training scores lies above the lowest of them, r the
 * estimated rate at which nominal rows show a value as rare as this one or rarer, in any such column. Wherever it
 * stood before, it then stands above all but about r of the nominal rows, and r is what it costs in false alarms. Values that
 * more than MOST_RATE of the nominal rows show lift nothing.
 *
 * The rate is estimated as Good and Turing do, by leaving each training row out: a value that k training rows have
 * looks to each of them like one that k - 1 others have. Training rows are lifted by just that count, and wherever nearly
 * all *other* rows agree, so that their scores are those of new rows as nearly as they can be: of columns at the limit those
 * would otherwise be chosen in which the training sample happens to hold fewer rare values than new rows do.
 */

/** Nearly all: at least this share of the rows with a value. */
const COMMON_SHARE = 0.99
/** Columns in which fewer rows have a value are left to the detector. */
const LEAST_PRESENT = 0.5
const MOST_RATE = 0.05

/** The columns in which nearly all training rows agree, one after another. Values of a categorical column are codes. */
export interface RareValues {
  readonly feature: Int32Array
  /** The value that nearly all rows have. */
  readonly common: Float64Array
  /** How many other values each column has had. */
  readonly counts: Uint32Array
  /** Those values, ascending within a column, and how much each lifts a score. */
  readonly values: Float64Array
  readonly lifts: Float64Array
  /** How much a value lifts that no training row has. */
  readonly unseen: number
}

/** What the training rows hold in such a column. */
interface NearlyConstant {
  readonly feature: number
  readonly common: number
  /** Whether it is nearly constant with all rows counted, and not only without one that has another value. */
  readonly whole: boolean
  /** The other values, ascending, with the rows that have them. */
  readonly others: readonly (readonly [value: number, rows: readonly number[]])[]
}

/** The rare values of training rows, given their scores, if there is such a column, and those scores lifted. Undefined if nothing is lifted. */
export function liftTrainingRows(
  table: Table,
  scores: Float64Array,
): { readonly rare?: RareValues; readonly scores: Float64Array } | undefined {
  const wide = table.columns.flatMap((column, j) => nearlyConstant(column, j, table.rows, 1) ?? [])
  if (wide.length === 0) return undefined
  const columns = wide.filter(({ whole }) => whole)
  const liftOf = liftsByCount(columns, scores, table.rows)
  const lift = new Float64Array(table.rows)
  for (const column of wide) {
    const own = column.whole ? liftOf : liftsByCount([...columns, column], scores, table.rows)
    for (const [, rows] of column.others) for (const row of rows) lift[row] = Math.max(lift[row], own(rows.length - 1))
  }
  const lifted = scores.map((score, i) => score + lift[i])
  if (columns.length === 0) return { scores: lifted }
  const all = columns.flatMap(({ others }) => others)
  const rare: RareValues = {
    feature: Int32Array.from(columns, ({ feature }) => feature),
    common: Float64Array.from(columns, ({ common }) => common),
    counts: Uint32Array.from(columns, ({ others }) => others.length),
    values: Float64Array.from(all, ([value]) => value),
    lifts: Float64Array.from(all, ([, rows]) => liftOf(rows.length)),
    unseen: liftOf(0),
  }
  return { rare, scores: lifted }
}

/** The columns whose rare values lift training rows. */
export function liftingColumns({ rows, columns }: Table): Column[] {
  return columns.filter((column, j) => nearlyConstant(column, j, rows, 1) !== undefined)
}

/** Whether rare values may lift new rows. */
export function hasNearlyConstant({ rows, columns }: Table): boolean {
  return columns.some((column, j) => nearlyConstant(column, j, rows) !== undefined)
}

/** The values of a column as numbers; NaN where one is missing. */
function valueAt(column: Column, row: number): number {
  if (column.kind === 'numeric') return column.values[row]
  const code = column.codes[row]
  return code === MISSING ? Number.NaN : code
}

/** `without`: how many rows with another value may be left out of the count. */
function nearlyConstant(column: Column, feature: number, rows: number, without = 0): NearlyConstant | undefined {
  // The majority vote of Boyer and Moore: if any value has more than half of the rows, it is this one.
  let common = Number.NaN
  let votes = 0
  let present = 0
  for (let i = 0; i < rows; i++) {
    const x = valueAt(column, i)
    if (Number.isNaN(x)) continue
    present++
    if (votes === 0) common = x
    votes += x === common ? 1 : -1
  }
  if (present < LEAST_PRESENT * rows || present === 0) return undefined
  const most = present - Math.ceil(COMMON_SHARE * present)
  const others = new Map<number, number[]>()
  let count = 0
  for (let i = 0; i < rows; i++) {
    const x = valueAt(column, i)
    if (Number.isNaN(x) || x === common) continue
    if (++count > most + without) return undefined
    const own = others.get(x)
    if (own === undefined) others.set(x, [i])
    else own.push(i)
  }
  const whole = count <= most
  return { feature, common: common + 0, whole, others: [...others].sort(([a], [b]) => a - b) }
}

/** How much a value lifts that so many other rows have. */
function liftsByCount(
  columns: readonly NearlyConstant[],
  scores: Float64Array,
  rows: number,
): (count: number) => number {
  // shown[k]: training rows with a value that k others have, each column counted.
  const shown: number[] = []
  for (const { others } of columns) {
    for (const [, own] of others) shown[own.length - 1] = (shown[own.length - 1] ?? 0) + own.length
  }
  const sorted = sortedCopy(scores)
  const limit = Math.max(MOST_RATE, 1 / (rows + 2))
  const known = new Map<number, number>()
  return (count) => {
    const before = known.get(count)
    if (before !== undefined) return before
    let sum = 1
    for (let k = 0; k <= count; k++) sum += shown[k] ?? 0
    const rate = sum / (rows + 2)
    const lift = rate > limit ? 0 : quantile(sorted, 1 - rate) - sorted[0]
    known.set(count, lift)
    return lift
  }
}

/** Lifts the scores of rows of an aligned table that have rare values, each by its largest lift. */
export function liftRareValues(scores: Float64Array, rare: RareValues, table: Table): Float64Array {
  const lift = new Float64Array(scores.length)
  let from = 0
  rare.feature.forEach((j, c) => {
    const column = table.columns[j]
    const to = from + rare.counts[c]
    const common = rare.common[c]
    for (let i = 0; i < lift.length; i++) {
      const x = valueAt(column, i)
      if (x === common || Number.isNaN(x)) continue
      const at = find(rare.values, from, to, x)
      const own = at < 0 ? rare.unseen : rare.lifts[at]
      if (own > lift[i]) lift[i] = own
    }
    from = to
  })
  for (let i = 0; i < lift.length; i++) scores[i] += lift[i]
  return scores
}

/** Where a value stands among the ascending ones from `from` to `to - 1`; -1 for nowhere. */
function find(values: Float64Array, from: number, to: number, x: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] < x) low = middle + 1
    else high = middle
  }
  return low < to && values[low] === x ? low : -1
}

/** The rare values of a model file, checked. */
export function unpackRareValues(value: unknown, features: readonly Feature[]): RareValues {
  const where = 'the rare values'
  const packed = fields(value, where)
  const feature = array(packed.feature, where, [Int32Array])
  const common = array(packed.common, where, [Float64Array], feature.length)
  const counts = array(packed.counts, where, [Uint32Array], feature.length)
  const total = counts.reduce((sum, n) => sum + n, 0)
  const values = array(packed.values, where, [Float64Array], total)
  const lifts = array(packed.lifts, where, [Float64Array], total)
  const unseen = number(packed.unseen, where)
  const possible =
    feature.every((j, c) => j >= 0 && j < features.length && (c === 0 || j > feature[c - 1])) &&
    [common, values].every((list) => list.every(Number.isFinite)) &&
    [...lifts, unseen].every((lift) => lift >= 0 && lift <= MOST_LIFT) &&
    ascending(values, counts)
  if (feature.length === 0 || !possible) throw bad('its rare values are impossible')
  return { feature, common, counts, values, lifts, unseen }
}

/** No score of a forest or of projections spreads so far. */
const MOST_LIFT = 1e9

function ascending(values: Float64Array, counts: Uint32Array): boolean {
  let from = 0
  return counts.every((count) => {
    const own = values.subarray(from, (from += count))
    return own.every((x, i) => i === 0 || x > own[i - 1])
  })
}
