import type { Column, Table } from './table.js'

/** The levels at which quantiles of a column are kept. */
export const PROFILE_LEVELS: readonly number[] = [
  0, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 1,
]
/** Quantiles between the ends are read off so many values, evenly spread over the rows. */
const MOST_VALUES = 20_000
const MOST_CATEGORIES = 200
const MOST_COLUMNS = 1000

/** What a column of numbers held. */
export interface NumericProfile {
  readonly name: string
  readonly kind: 'numeric'
  /** Share of rows without a value. */
  readonly missing: number
  /** At PROFILE_LEVELS, the ends exact; empty when no row has a value. */
  readonly quantiles: readonly number[]
}

/** What a column of categories held. */
export interface CategoricalProfile {
  readonly name: string
  readonly kind: 'categorical'
  readonly missing: number
  /** How many different categories occur. */
  readonly distinct: number
  /** The most frequent ones, with the share of rows that have each. */
  readonly categories: readonly string[]
  readonly shares: readonly number[]
}

export type ColumnProfile = NumericProfile | CategoricalProfile

/** What the columns of a table held, small enough to travel in a model file. */
export interface TableProfile {
  readonly rows: number
  readonly columns: readonly ColumnProfile[]
}

/** The profile of a table; of its first thousand columns. */
export function profileTable({ rows, columns }: Table): TableProfile {
  return { rows, columns: columns.slice(0, MOST_COLUMNS).map((column) => profileColumn(column, rows)) }
}

function profileColumn(column: Column, rows: number): ColumnProfile {
  return column.kind === 'numeric' ? profileNumbers(column.name, column.values, rows) : profileCategories(column, rows)
}

function profileNumbers(name: string, values: Float64Array, rows: number): NumericProfile {
  let missing = 0
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (Number.isNaN(value)) missing++
    else if (value < low) low = value
    if (value > high) high = value
  }
  if (missing === rows) return { name, kind: 'numeric', missing: 1, quantiles: [] }
  const step = Math.max(1, Math.floor(rows / MOST_VALUES))
  const some = values.filter((value, row) => row % step === 0 && !Number.isNaN(value)).sort()
  const quantiles = PROFILE_LEVELS.map((level) => {
    if (level === 0) return low
    if (level === 1 || some.length === 0) return high
    return some[Math.min(some.length - 1, Math.floor(level * some.length))]
  })
  return { name, kind: 'numeric', missing: missing / rows, quantiles }
}

function profileCategories(column: Extract<Column, { kind: 'categorical' }>, rows: number): CategoricalProfile {
  const counts = new Float64Array(column.categories.length)
  let missing = 0
  for (const code of column.codes) {
    if (code >= 0 && code < counts.length) counts[code]++
    else missing++
  }
  const found = Array.from(counts.keys()).filter((code) => counts[code] > 0)
  const kept = found.sort((a, b) => counts[b] - counts[a] || a - b).slice(0, MOST_CATEGORIES)
  return {
    name: column.name,
    kind: 'categorical',
    missing: missing / rows,
    distinct: found.length,
    categories: kept.map((code) => column.categories[code]),
    shares: kept.map((code) => counts[code] / rows),
  }
}

/** Where a value lies among those of a profile: see `Reason`. */
export function placeAmong(
  profile: ColumnProfile,
  value: string | number | null,
): { readonly position?: number; readonly share?: number } {
  if (value === null) return { share: profile.missing }
  if (profile.kind === 'categorical') {
    const at = profile.categories.indexOf(String(value))
    if (at >= 0) return { share: profile.shares[at] }
    // A rare category of a long list cannot be told from one that nobody has seen.
    return profile.distinct > profile.categories.length ? {} : { share: 0 }
  }
  return typeof value === 'number' && profile.quantiles.length > 0 ? { position: positionOf(profile, value) } : {}
}

/** The share of values below, ties by halves; 0 and 1 only outside the range. */
function positionOf({ quantiles }: NumericProfile, value: number): number {
  const last = quantiles.length - 1
  if (value < quantiles[0]) return 0
  if (value > quantiles[last]) return 1
  const above = quantiles.findIndex((quantile) => quantile >= value)
  const below = quantiles.findLastIndex((quantile) => quantile <= value)
  const [a, b] = [PROFILE_LEVELS[above], PROFILE_LEVELS[below]]
  if (below >= above) return Math.min(0.999, Math.max(0.001, (a + b) / 2))
  const between = (value - quantiles[below]) / (quantiles[above] - quantiles[below])
  return Math.min(0.999, Math.max(0.001, b + (a - b) * between))
}
