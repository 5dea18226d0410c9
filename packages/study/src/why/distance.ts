import { type ColumnProfile, type DataProfiles, type Feature, MISSING, type Table } from '@xenolith/core'
import { PROFILE_LEVELS } from '@xenolith/core/internals'

export type Cells = Readonly<Record<string, string | number | null>>

/** Beyond this many spreads one column alone makes rows different, and no more so. */
const FARTHEST = 4
const QUARTILES = [0.25, 0.75].map((level) => PROFILE_LEVELS.indexOf(level))
/** So many standard deviations of a normal law lie between its quartiles. */
const QUARTILE_SPREADS = 1.349

/**
 * How far apart two rows are: the root mean square over columns of their differences, in spreads of the nominal values, a category that differs or
 * a value that only one has counting as one spread. Columns whose nominal spread nobody knows are compared for equality.
 *
 * @example
 * ```ts
 * const features = [{ name: 'x', kind: 'numeric' as const }, { name: 'color', kind: 'categorical' as const, categories: ['red', 'blue'] }]
 * const distance = rowDistance(features, undefined)
 * distance({ x: 1, color: 'red' }, { x: 1, color: 'red' }) // => 0
 * distance({ x: 1, color: 'red' }, { x: 2, color: 'blue' }) // => 1
 * ```
 */
export function rowDistance(
  features: readonly Feature[],
  profiles: DataProfiles | undefined,
): (a: Cells, b: Cells) => number {
  const columns = scalesOf(features, profiles)
  return (a, b) => {
    let sum = 0
    for (const { name, spread } of columns) {
      const [x, y] = [a[name] ?? null, b[name] ?? null]
      if (x === y) continue
      const known = spread !== null && typeof x === 'number' && typeof y === 'number'
      const gap = known ? Math.min(FARTHEST, Math.abs(x - y) / spread) : 1
      sum += gap * gap
    }
    return Math.sqrt(sum / Math.max(1, columns.length))
  }
}

/**
 * The same from one row to every row of a table, column by column.
 *
 * @example
 * ```ts
 * const table = numericTable([[1, 5], [2, 5], [1, 6]])
 * const { model } = fit(table, { trees: 10 })
 * distancesTo({ f0: 1, f1: 5 }, table, model.features, undefined) // => Float64Array(3) [ 0, 0.7071067811865476, 0.7071067811865476 ]
 * ```
 */
export function distancesTo(
  cells: Cells,
  { rows, columns }: Table,
  features: readonly Feature[],
  profiles: DataProfiles | undefined,
): Float64Array {
  const sums = new Float64Array(rows)
  const scales = scalesOf(features, profiles)
  for (const { name, spread } of scales) {
    const value = cells[name] ?? null
    const column = columns.find((one) => one.name === name)
    if (column === undefined) {
      if (value !== null) for (let row = 0; row < rows; row++) sums[row]++
    } else if (column.kind === 'numeric') {
      addNumeric(sums, column.values, typeof value === 'number' ? value : Number.NaN, spread)
    } else {
      const code = value === null ? MISSING : column.categories.indexOf(String(value))
      for (let row = 0; row < rows; row++)
        sums[row] += column.codes[row] === code && (code >= 0 || value === null) ? 0 : 1
    }
  }
  return sums.map((sum) => Math.sqrt(sum / Math.max(1, scales.length)))
}

function addNumeric(sums: Float64Array, values: Float64Array, value: number, spread: number | null): void {
  const missing = Number.isNaN(value)
  for (let row = 0; row < sums.length; row++) {
    const other = values[row]
    if (other === value || (missing && Number.isNaN(other))) continue
    const known = spread !== null && !missing && !Number.isNaN(other)
    const gap = known ? Math.min(FARTHEST, Math.abs(other - value) / spread) : 1
    sums[row] += gap * gap
  }
}

function scalesOf(features: readonly Feature[], profiles: DataProfiles | undefined): Scale[] {
  const profile = new Map((profiles?.nominal.columns ?? []).map((column) => [column.name, column]))
  return features.map(({ name, kind }) => ({ name, spread: kind === 'numeric' ? spreadOf(profile.get(name)) : null }))
}

interface Scale {
  readonly name: string
  readonly spread: number | null
}

function spreadOf(profile: ColumnProfile | undefined): number | null {
  if (profile === undefined || profile.kind !== 'numeric' || profile.quantiles.length === 0) return null
  const [low, high] = QUARTILES.map((at) => profile.quantiles[at])
  if (high > low) return (high - low) / QUARTILE_SPREADS
  const range = profile.quantiles[profile.quantiles.length - 1] - profile.quantiles[0]
  return range > 0 ? range : null
}
