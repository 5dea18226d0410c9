import {
  type ColumnProfile,
  explain,
  type ModelFile,
  type NominalRanks,
  type Table,
  XenolithError,
} from '@xenolith/core'
import { PROFILE_LEVELS, placeAmong } from '@xenolith/core/internals'
import { rarity } from '../reasons.js'
import { type Cells, rowDistance } from './distance.js'

/** A column of the row that is explained: its value, what it adds to the score, and where it lies among nominal values. */
export interface WhyColumn {
  readonly feature: string
  readonly kind: 'numeric' | 'categorical'
  readonly value: string | number | null
  /** By how much the score would fall were the value unknown; 0 where it would not. */
  readonly gain: number
  /** Of a number: the share of nominal values below it; 0 and 1 mean below and above all of them. */
  readonly position: number | null
  /** Of a category, or of a missing value: the share of nominal rows that have it too. */
  readonly share: number | null
  /** What the nominal rows hold in this column; null where the model file does not say. */
  readonly nominal: NominalNumbers | NominalCategories | null
}

export interface NominalNumbers {
  readonly missing: number
  readonly levels: readonly number[]
  readonly quantiles: readonly number[]
}

export interface NominalCategories {
  readonly missing: number
  readonly distinct: number
  readonly categories: readonly string[]
  readonly shares: readonly number[]
}

/** Between which shares of the nominal scores a score lies. */
export interface Percentile {
  readonly atLeast: number
  readonly atMost: number
  readonly n0: number
}

/** More categories than anybody reads. */
const MOST_CATEGORIES = 20

/**
 * Every column of one row, the largest gain first; where gains are equal, the value that is rarest among nominal ones.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50, 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const { file } = (await study({ nominal, mixture }, request)) as Finished
 * const [first] = whyColumns(file, { f0: 50, f1: 3 }, numericTable([[50, 3]]))
 * first.feature // => 'f0'
 * first.position // => 1
 * ```
 */
export function whyColumns({ model, profiles }: ModelFile, cells: Cells, row: Table): WhyColumn[] {
  const profile = new Map((profiles?.nominal.columns ?? []).map((column) => [column.name, column]))
  const gains = new Map(gainsOf(model, row).map(({ feature, gain }) => [feature, gain]))
  return model.features
    .map(({ name, kind }): WhyColumn => {
      const known = profile.get(name)
      const value = cells[name] ?? null
      const { position = null, share = null } = known === undefined ? {} : placeAmong(known, value)
      const nominal = known === undefined ? null : nominalColumn(known)
      return { feature: name, kind, value, gain: gains.get(name) ?? 0, position, share, nominal }
    })
    .sort((a, b) => b.gain - a.gain || rarity(b) - rarity(a))
}

/** What core says; nothing of a detector whose features are not those of the row. */
function gainsOf(model: ModelFile['model'], row: Table): { feature: string; gain: number }[] {
  try {
    return explain(model, row, model.features.length)[0]
  } catch (error) {
    if (error instanceof XenolithError && error.code === 'bad-option') return []
    throw error
  }
}

function nominalColumn(profile: ColumnProfile): NominalNumbers | NominalCategories {
  const { missing } = profile
  if (profile.kind === 'numeric') {
    const { quantiles } = profile
    return { missing, levels: quantiles.length === 0 ? [] : PROFILE_LEVELS, quantiles }
  }
  const { distinct, categories, shares } = profile
  return {
    missing,
    distinct,
    categories: categories.slice(0, MOST_CATEGORIES),
    shares: shares.slice(0, MOST_CATEGORIES),
  }
}

/**
 * The share of nominal scores below a score, as closely as the ranks tell.
 *
 * @example
 * ```ts
 * percentileOf(0.5, { n0: 100, rank: [1, 50, 100], score: [0.1, 0.4, 0.9] }) // => { atLeast: 0.5, atMost: 0.99, n0: 100 }
 * ```
 */
export function percentileOf(score: number, { n0, rank, score: at }: NominalRanks): Percentile {
  const below = at.findLastIndex((known) => known < score)
  const above = at.findIndex((known) => known >= score)
  return {
    atLeast: below < 0 ? 0 : rank[below] / n0,
    atMost: above < 0 ? 1 : (rank[above] - 1) / n0,
    n0,
  }
}

export interface Near<T> {
  readonly row: T
  readonly distance: number
}

/**
 * The rows nearest to one, the nearest first; ties in their order.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50, 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const { file } = (await study({ nominal, mixture }, request)) as Finished
 * const others = [{ id: 'a', cells: { f0: 9, f1: 6 } }, { id: 'b', cells: { f0: 4, f1: 2 } }]
 * nearest(file, { f0: 4, f1: 3 }, others, 1)[0].row.id // => 'b'
 * ```
 */
export function nearest<T extends { readonly cells: Cells }>(
  { model, profiles }: ModelFile,
  cells: Cells,
  others: readonly T[],
  most: number,
): Near<T>[] {
  const distance = rowDistance(model.features, profiles)
  return others
    .map((row) => ({ row, distance: distance(cells, row.cells) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
}
