import { array, bad } from '../../codec/shape.js'
import type { Column, Table } from '../../data/table.js'
import { quantile } from '../../numeric/quantile.js'
import { sortedCopy } from '../../numeric/sort.js'
import { type Coordinates, codeAt, occurred } from './coordinates.js'

/*
 * A value that no training row has (another number in a constant column, a new category, a gap in a complete column)
 * is the strongest sign there is, unless such surprises are common. How common they are among nominal rows, Good and
 * Turing estimate by what was seen exactly once: rows that would have surprised the others. A surprise of a sort that
 * nominal rows show at a rate r lifts a score by as much as the (1 - r) quantile of the training scores lies above
 * their median: at the top if it is rare, nowhere if every other row has one. So it costs about r of false alarms.
 */

/** Sorts of surprises: numbers in constant columns together, gaps together, categories feature by feature. */
const CONSTANTS = 0
const GAPS = 1
export const CATEGORIES = 2

/** What the training rows say about surprises. */
export interface Surprises {
  /** Training rows that would surprise the others, and the sort. */
  readonly alone: readonly { readonly row: number; readonly sort: number }[]
  /** By sort: the estimated rate at which nominal rows show it or a rarer one. */
  readonly rates: Float64Array
}

export function learnSurprises(coordinates: Coordinates, table: Table): Surprises {
  const { columns, rows } = table
  const singles = new Float64Array(CATEGORIES + columns.length)
  const alone: { row: number; sort: number }[] = []
  columns.forEach((column, j) => {
    const scale = coordinates.scales[j]
    const { length } = coordinates.costs[j]
    const counts = new Int32Array(length)
    const last = new Int32Array(length)
    for (let i = 0; i < rows; i++) {
      const code = codeAt(column, scale, i)
      counts[code]++
      last[code] = i
    }
    for (let code = 0; code < length; code++) {
      if (counts[code] === 1) alone.push({ row: last[code], sort: sortOf(column, j, code, length) })
    }
    const odd = column.kind === 'numeric' && !scale!.constant ? oddOneOut(column.values) : -1
    if (odd >= 0) alone.push({ row: odd, sort: CONSTANTS })
  })
  for (const { sort } of alone) singles[sort]++
  return { alone, rates: ratesOf(singles, rows) }
}

function sortOf(column: Column, feature: number, code: number, codes: number): number {
  if (column.kind === 'numeric') return code === codes - 1 ? CONSTANTS : GAPS
  return code === codes - 2 ? GAPS : CATEGORIES + feature
}

/** Whoever lifts a sort of surprise must lift all rarer ones too: their rates add up. */
function ratesOf(singles: Float64Array, rows: number): Float64Array {
  const order = Array.from(singles.keys()).sort((a, b) => singles[a] - singles[b] || a - b)
  const rates = new Float64Array(singles.length)
  let sum = 0
  for (const sort of order) {
    sum += singles[sort]
    rates[sort] = Math.min(1, (sum + 1) / (rows + 2))
  }
  return rates
}

/** By sort: how much a surprise lifts a score, given the scores of the training rows. */
export function liftsFor({ rates }: Surprises, scores: Float64Array): Float64Array {
  const sorted = sortedCopy(scores)
  const median = quantile(sorted, 0.5)
  return rates.map((rate) => (rate >= 0.5 ? 0 : quantile(sorted, 1 - rate) - median))
}

/** Lifts the scores of training rows as those of new rows are lifted: where a row would surprise the others. */
export function liftAlone(scores: Float64Array, { alone }: Surprises, lifts: Float64Array): void {
  const lift = new Float64Array(scores.length)
  for (const { row, sort } of alone) if (lifts[sort] > lift[row]) lift[row] = lifts[sort]
  for (let i = 0; i < lift.length; i++) scores[i] += lift[i]
}

/** Lifts the scores of rows of an aligned table that show what no training row has, each by its largest lift. */
export function liftSurprises(scores: Float64Array, coordinates: Coordinates, table: Table, lifts: Float64Array): void {
  const lift = new Float64Array(table.rows)
  table.columns.forEach((column, j) => {
    const cost = coordinates.costs[j]
    const scale = coordinates.scales[j]
    for (let i = 0; i < lift.length; i++) {
      const code = codeAt(column, scale, i)
      if (occurred(cost, code)) continue
      const own = lifts[sortOf(column, j, code, cost.length)]
      if (own > lift[i]) lift[i] = own
    }
  })
  for (let i = 0; i < lift.length; i++) scores[i] += lift[i]
}

/** The lifts of a model file, checked. */
export function unpackLifts(value: unknown, features: number): Float64Array {
  const lifts = array(value, 'the lifts', [Float64Array], CATEGORIES + features)
  if (!lifts.every((lift) => lift >= 0 && lift < Number.POSITIVE_INFINITY)) throw bad('its lifts are impossible')
  return lifts
}

/** The row that alone differs from a value that all the others have; -1 if there is no such row. Missing values do not count. */
function oddOneOut(values: Float64Array): number {
  let first = -1
  let second = -1
  let firsts = 0
  let seconds = 0
  for (let i = 0; i < values.length; i++) {
    const x = values[i]
    if (Number.isNaN(x)) continue
    if (first < 0) first = i
    if (x === values[first]) firsts++
    else {
      if (second < 0) second = i
      if (x !== values[second]) return -1
      seconds++
    }
    if (firsts > 1 && seconds > 1) return -1
  }
  if (firsts + seconds < 3) return -1
  return seconds === 1 ? second : firsts === 1 ? first : -1
}
