import type { ColumnProfile, DataProfiles, Feature } from '@xenolith/core'
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
 */
export function rowDistance(
  features: readonly Feature[],
  profiles: DataProfiles | undefined,
): (a: Cells, b: Cells) => number {
  const profile = new Map((profiles?.nominal.columns ?? []).map((column) => [column.name, column]))
  const columns = features.map(({ name, kind }) => ({
    name,
    spread: kind === 'numeric' ? spreadOf(profile.get(name)) : null,
  }))
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

function spreadOf(profile: ColumnProfile | undefined): number | null {
  if (profile === undefined || profile.kind !== 'numeric' || profile.quantiles.length === 0) return null
  const [low, high] = QUARTILES.map((at) => profile.quantiles[at])
  if (high > low) return (high - low) / QUARTILE_SPREADS
  const range = profile.quantiles[profile.quantiles.length - 1] - profile.quantiles[0]
  return range > 0 ? range : null
}
