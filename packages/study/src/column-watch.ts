import { type ColumnProfile, type ModelFile, type Table, UNSEEN } from '@xenolith/core'
import { percentage, short } from './percentage.js'

/** What one column of a batch showed that neither file did. */
export interface ColumnWatch {
  add(table: Table): void
  /** How many values were missing, and how many were strange, so far. */
  counts(): [missing: number, strange: number]
  /** Adds what another watch of the same column has counted. */
  take(missing: number, strange: number): void
  notes(rows: number): string[]
}

/** A share that differs from another by less than this is not worth a sentence, however sure the difference is. */
const LEAST_DIFFERENCE = 0.01
const SURE = 4

/** A watch for each column that both files had. */
export function columnWatches(profiles: ModelFile['profiles']): ColumnWatch[] {
  if (profiles === undefined) return []
  const { nominal, mixture } = profiles
  return nominal.columns.flatMap((before, j) => {
    const after = mixture.columns[j]
    return after === undefined || after.name !== before.name ? [] : [columnWatch(before, after, mixture.rows)]
  })
}

/** Counts what neither file showed: missing values, categories and numbers outside both ranges. */
function columnWatch(before: ColumnProfile, after: ColumnProfile, mixtureRows: number): ColumnWatch {
  let [missing, strange] = [0, 0]
  const ends = [...quantilesOf(before), ...quantilesOf(after)]
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const strangeBefore = unseenShare(before, after)
  return {
    add(table) {
      const column = table.columns.find(({ name }) => name === before.name)
      if (column === undefined) return
      if (column.kind === 'categorical') {
        for (const code of column.codes) {
          if (code === UNSEEN) strange++
          else if (code < 0) missing++
        }
        return
      }
      for (const value of column.values) {
        if (Number.isNaN(value)) missing++
        else if (ends.length > 0 && (value < low || value > high)) strange++
      }
    },
    counts: () => [missing, strange],
    take(moreMissing, moreStrange) {
      missing += moreMissing
      strange += moreStrange
    },
    notes(rows) {
      const notes: string[] = []
      const now = missing / rows
      const [least, most] = [Math.min(before.missing, after.missing), Math.max(before.missing, after.missing)]
      const nearest = Math.min(most, Math.max(least, now))
      if (differs(now, rows, nearest, mixtureRows)) {
        notes.push(
          `Column "${before.name}" is missing in ${percentage(now)} of the batch; it was in ${percentage(before.missing)} of the nominal and ${percentage(after.missing)} of the mixture rows.`,
        )
      }
      const odd = strange / rows
      if (odd > strangeBefore && differs(odd, rows, strangeBefore, mixtureRows)) {
        notes.push(
          before.kind === 'categorical'
            ? `Column "${before.name}" has a category that no nominal row has in ${percentage(odd)} of the batch; it was ${percentage(strangeBefore)} of the mixture.`
            : `Column "${before.name}" is outside everything seen before (${short(low)} to ${short(high)}) in ${percentage(odd)} of the batch.`,
        )
      }
      return notes
    },
  }
}

function quantilesOf(profile: ColumnProfile): readonly number[] {
  if (profile.kind === 'categorical' || profile.quantiles.length === 0) return []
  return [profile.quantiles[0], profile.quantiles[profile.quantiles.length - 1]]
}

/** How much of the mixture had categories that no nominal row has. */
function unseenShare(before: ColumnProfile, after: ColumnProfile): number {
  if (before.kind !== 'categorical' || after.kind !== 'categorical') return 0
  const known = new Set(before.categories)
  const full = before.distinct === before.categories.length
  if (!full) return 0
  return after.categories.reduce((sum, category, i) => (known.has(category) ? sum : sum + after.shares[i]), 0)
}

/** Whether two shares differ by more than chance and by enough to matter. A rule of thumb for a remark, not a test. */
function differs(share: number, rows: number, other: number, otherRows: number): boolean {
  const gap = Math.abs(share - other)
  const pooled = (share * rows + other * otherRows) / (rows + otherRows)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / rows + 1 / otherRows))
  return gap >= LEAST_DIFFERENCE && gap > SURE * error
}
