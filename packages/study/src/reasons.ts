import {
  type ColumnProfile,
  type Contribution,
  type DataProfiles,
  type Model,
  type Reason,
  selectRows,
  type Table,
  type TopRows,
} from '@xenolith/core'
import { detectorOf, placeAmong } from '@xenolith/core/internals'
import { explainRows } from './alarms.js'
import type { Work } from './listener.js'
import { cellsOf } from './top-rows.js'

const MOST_REASONS = 3
/** A reason without a gain is a hint: two will do. */
const FEW_REASONS = 2

/**
 * What each contribution says of its row: the value, and where it lies among the nominal ones. Where no feature alone adds
 * to the score, the values that are rarest among the nominal ones stand in, with no gain.
 */
export function reasonsOf(
  table: Table,
  rows: ArrayLike<number>,
  contributions: readonly (readonly Contribution[])[],
  profiles: DataProfiles | undefined,
  most: number = MOST_REASONS,
): Reason[][] {
  const at = new Map(table.columns.map(({ name }, j) => [name, j]))
  const profile = new Map(
    (profiles?.nominal.columns ?? []).map((column): [string, ColumnProfile] => [column.name, column]),
  )
  return contributions.map((reasons, i) => {
    const cells = cellsOf(table, rows[i])
    const reason = ({ feature, gain }: Contribution): Reason => {
      const value = cells[at.get(feature)!]
      const known = profile.get(feature)
      return { feature, value, gain, ...(known === undefined ? {} : placeAmong(known, value)) }
    }
    if (reasons.length > 0 || most === 0) return reasons.map(reason)
    const all = table.columns.map(({ name }) => reason({ feature: name, gain: 0 }))
    return all.sort((a, b) => rarity(b) - rarity(a)).slice(0, Math.min(most, FEW_REASONS))
  })
}

/** From 0, as common as can be, to 1, never seen. */
function rarity({ position, share }: Reason): number {
  if (share !== undefined) return 1 - share
  return position === undefined ? 0 : Math.abs(2 * position - 1)
}

/** The rows with the strongest reasons for their scores, where the detector can be explained by features. */
export async function withReasons(
  shown: TopRows,
  table: Table,
  model: Model,
  profiles: DataProfiles,
  { engine, signal }: Work,
): Promise<TopRows> {
  if (shown.row.length === 0 || !(model.detector === 'per-class' || detectorOf(model.detector).learns)) return shown
  const rows = shown.row.map((row) => row - 1)
  const contributions = await explainRows(engine, model, selectRows(table, rows), MOST_REASONS, signal)
  return { ...shown, why: reasonsOf(table, rows, contributions, profiles) }
}
