import { type Column, MISSING, type Table } from '../../data/table.js'
import { log } from '../../numeric/elementary.js'
import { commonUnit, coordinate, type Scale, type Scaling, scaleOf, spreadOf } from './scale.js'

/*
 * Rows as points. A numeric feature is a coordinate. A category is a code, and two points whose codes differ are
 * -ln(p q) apart in squares, p and q the shares of the two codes among the training rows: rare ones lie far out. That
 * a number is missing, or is not what a constant column holds, is a code too; the coordinate of a missing number is
 * the training mean.
 */

/** How a table becomes points: plain data. */
export interface Coordinates {
  readonly scaling: Scaling
  /** By feature; null for a categorical one. */
  readonly scales: readonly (Scale | null)[]
  /**
   * By feature and code: the squared distance that a code adds where it meets another. Codes of a numeric feature:
   * there, missing, not the constant. Of a categorical one: its categories, missing, unseen. The last has never
   * occurred, so a code has occurred in training exactly if it costs less.
   */
  readonly costs: readonly Float64Array[]
}

/** Points one after another. */
export interface Points {
  readonly rows: number
  readonly width: number
  readonly values: Float64Array
  /** Codes of the features in which training rows differ by code, `coded` of them for each point. */
  readonly coded: number
  readonly codes: Int32Array
  /** What each of the codes costs. */
  readonly costs: Float64Array
  /** Squared distance of each point from all training rows alike, by codes that none of them has. */
  readonly base: Float64Array
}

const THERE = 0
const GONE = 1
const OTHER = 2

/** `weighCodes`: whether under raw scaling a code weighs as much as a typical number, as distances need it. */
export function learnCoordinates(table: Table, scaling: Scaling, weighCodes = true): Coordinates {
  const { columns, rows } = table
  const spreads = columns.map((column) => (column.kind === 'numeric' ? spreadOf(column.values) : null))
  const numeric = spreads.filter((spread) => spread !== null)
  const rawUnit = commonUnit(numeric)
  const weight = scaling === 'raw' && weighCodes ? meanVariance(numeric, rawUnit) : 1
  const scales = columns.map((column, j) =>
    column.kind === 'numeric' ? scaleOf(column.values, spreads[j]!, scaling, rawUnit) : null,
  )
  const costs = columns.map((column, j) => {
    const counts = new Float64Array(column.kind === 'numeric' ? 3 : column.categories.length + 2)
    for (let i = 0; i < rows; i++) counts[codeAt(column, scales[j], i)]++
    return counts.map((count) => weight * log((rows + counts.length) / (count + 1)))
  })
  return { scaling, scales, costs }
}

/** A category weighs as much as a typical number: under raw scaling that is the mean variance of the numeric features. */
function meanVariance(spreads: readonly { readonly deviation: number }[], unit: number): number {
  let sum = 0
  for (const { deviation } of spreads) sum += (deviation / unit) * (deviation / unit)
  return sum > 0 ? sum / spreads.length : 1
}

/** The code of a row in a column of an aligned table. */
export function codeAt(column: Column, scale: Scale | null, row: number): number {
  if (column.kind === 'numeric') {
    const x = column.values[row]
    if (Number.isNaN(x)) return GONE
    return scale!.constant && x !== scale!.low ? OTHER : THERE
  }
  const code = column.codes[row]
  return code >= 0 ? code : column.categories.length + (code === MISSING ? 0 : 1)
}

/** Whether a training row had the code. */
export function occurred(costs: Float64Array, code: number): boolean {
  return costs[code] < costs[costs.length - 1]
}

/**
 * What the codes of a training row cost, by coded feature, counted without that row: a category that no other row has costs as much as one never seen. Otherwise training
 * rows would stand nearer to the rest than new rows of the same law.
 */
export function costsLeftOut(coordinates: Coordinates, { rows, columns }: Table): Float64Array[] {
  return codedFeatures(coordinates).map((j) => {
    const { length, [length - 1]: never } = coordinates.costs[j]
    const counts = new Float64Array(length)
    for (let i = 0; i < rows; i++) counts[codeAt(columns[j], coordinates.scales[j], i)]++
    const weight = never / log(rows + length)
    return counts.map((count) => never - weight * log(Math.max(1, count)))
  })
}

/** The points with other costs, by coded feature and code. */
export function withCosts(points: Points, costs: readonly Float64Array[]): Points {
  return { ...points, costs: Float64Array.from(points.codes, (code, at) => costs[at % points.coded][code]) }
}

/** The code that all training rows share; -1 if they differ. */
function commonCode(costs: Float64Array): number {
  const first = costs.findIndex((_, code) => occurred(costs, code))
  return costs.some((_, code) => code > first && occurred(costs, code)) ? -1 : first
}

/** Numeric features that training rows differ in, and under raw scaling the others too. */
export function measuredFeatures({ scaling, scales }: Coordinates): number[] {
  return scales.flatMap((scale, j) => (scale !== null && (scaling === 'raw' || !scale.constant) ? [j] : []))
}

/** Features in which training rows differ by code. */
export function codedFeatures({ costs }: Coordinates): number[] {
  return costs.flatMap((cost, j) => (commonCode(cost) < 0 ? [j] : []))
}

/** The points of rows `from` .. `to - 1` of an aligned table. */
export function place(coordinates: Coordinates, table: Table, from = 0, to: number = table.rows): Points {
  const { scales } = coordinates
  const rows = to - from
  const measured = measuredFeatures(coordinates)
  const width = measured.length
  const values = new Float64Array(rows * width)
  measured.forEach((j, c) => {
    const column = table.columns[j]
    const scale = scales[j]!
    if (column.kind !== 'numeric') return
    for (let i = from, at = c; i < to; i++, at += width) values[at] = coordinate(scale, column.values[i])
  })
  return { rows, width, values, ...placeCodes(coordinates, table, from, to) }
}

function placeCodes(
  { scales, costs: costsOf }: Coordinates,
  table: Table,
  from: number,
  to: number,
): Pick<Points, 'coded' | 'codes' | 'costs' | 'base'> {
  const common = costsOf.map(commonCode)
  const coded = common.filter((code) => code < 0).length
  const codes = new Int32Array((to - from) * coded)
  const costs = new Float64Array((to - from) * coded)
  const base = new Float64Array(to - from)
  let c = 0
  table.columns.forEach((column, j) => {
    const cost = costsOf[j]
    for (let i = from; i < to; i++) {
      const code = codeAt(column, scales[j], i)
      if (common[j] < 0) {
        codes[(i - from) * coded + c] = code
        costs[(i - from) * coded + c] = cost[code]
      } else if (code !== common[j]) base[i - from] += cost[code] + cost[common[j]]
    }
    if (common[j] < 0) c++
  })
  return { coded, codes, costs, base }
}

/** Adds to each score of rows of an aligned table the base of its point: what codes cost that no training row has, where all share one. */
export function addBases(scores: Float64Array, coordinates: Coordinates, table: Table): void {
  const { base } = placeCodes(coordinates, table, 0, table.rows)
  for (let i = 0; i < base.length; i++) scores[i] += base[i]
}

/** Some of the points. */
export function pointsBetween(points: Points, from: number, to: number): Points {
  const { width, coded, values, codes, costs, base } = points
  return {
    rows: to - from,
    width,
    values: values.slice(from * width, to * width),
    coded,
    codes: codes.slice(from * coded, to * coded),
    costs: costs.slice(from * coded, to * coded),
    base: base.slice(from, to),
  }
}
