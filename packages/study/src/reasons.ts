import {
  type ColumnProfile,
  type Contribution,
  type Model,
  type ModelFile,
  nearestReferences,
  type Reason,
  selectRows,
  type Table,
  type TopRows,
} from '@xenolith/core'
import { detectorOf, placeAmong } from '@xenolith/core/internals'
import { explainRows } from './alarms.js'
import type { Work } from './listener.js'
import { cellOf, cellsOf, shortened } from './top-rows.js'

const MOST_REASONS = 3
/** A reason without a gain is a hint: two will do. */
const FEW_REASONS = 2

/** Why rows score as they do. */
export interface Reasons {
  readonly reasons: Reason[][]
  /** The nominal row that is most like each, from 1, among those that the model keeps; absent where it keeps none. */
  readonly nearest?: number[]
}

/**
 * What each contribution says of its row: the value, where it lies among the nominal ones, and what the nominal row has that is
 * most like the row. Where no feature alone adds to the score, the values that are rarest among the nominal ones stand in, with
 * no gain.
 *
 * @example
 * ```ts
 * const { model } = fit(numericTable(Array.from({ length: 50 }, (_, i) => [i % 10, i % 7])), { trees: 50 })
 * const table = numericTable([[4, 2], [50, 3]])
 * reasonsOf({ model }, table, [1], [[{ feature: 'f0', gain: 0.25 }]]) // => { reasons: [ [ { feature: 'f0', value: 50, gain: 0.25 } ] ] }
 * ```
 */
export function reasonsOf(
  { model, profiles, references }: Pick<ModelFile, 'model' | 'profiles' | 'references'>,
  table: Table,
  rows: ArrayLike<number>,
  contributions: readonly (readonly Contribution[])[],
  most: number = MOST_REASONS,
): Reasons {
  const places = references && nearestReferences(model, references, selectRows(table, rows))
  const at = new Map(table.columns.map(({ name }, j) => [name, j]))
  const profile = new Map(
    (profiles?.nominal.columns ?? []).map((column): [string, ColumnProfile] => [column.name, column]),
  )
  const kept = new Map((references?.table.columns ?? []).map((column) => [column.name, column]))
  const reasons = contributions.map((own, i) => {
    const cells = cellsOf(table, rows[i])
    const reason = ({ feature, gain }: Contribution): Reason => {
      const value = cells[at.get(feature)!]
      const known = profile.get(feature)
      const column = kept.get(feature)
      return {
        feature,
        value: shortened(value),
        gain,
        ...(known === undefined ? {} : placeAmong(known, value)),
        ...(column === undefined ? {} : { nearest: shortened(cellOf(column, places![i])) }),
      }
    }
    if (own.length > 0 || most === 0) return own.map(reason)
    const all = table.columns.map(({ name }) => reason({ feature: name, gain: 0 }))
    return all.sort((a, b) => rarity(b) - rarity(a)).slice(0, Math.min(most, FEW_REASONS))
  })
  return places === undefined ? { reasons } : { reasons, nearest: Array.from(places, (at) => references!.row[at]) }
}

/** From 0, as common as can be, to 1, never seen. */
export function rarity({ position, share }: Place): number {
  if (share != null) return 1 - share
  return position == null ? 0 : Math.abs(2 * position - 1)
}

/** Where a value lies among the nominal ones: the share below a number, the share of rows that have it too. */
interface Place {
  readonly position?: number | null
  readonly share?: number | null
}

/** The rows with the strongest reasons for their scores, where the detector can be explained by features. */
export async function withReasons(
  shown: TopRows,
  table: Table,
  model: Model,
  known: Pick<ModelFile, 'profiles' | 'references'>,
  { engine, signal }: Work,
): Promise<TopRows> {
  if (shown.row.length === 0 || !(model.detector === 'per-class' || detectorOf(model.detector).learns)) return shown
  const rows = shown.row.map((row) => row - 1)
  const contributions = await explainRows(engine, model, selectRows(table, rows), MOST_REASONS, signal)
  const { reasons, nearest } = reasonsOf({ model, ...known }, table, rows, contributions)
  return { ...shown, why: reasons, ...(nearest === undefined ? {} : { nearest }) }
}
