import { cell, count, number, percent } from '@xenolith/pages'
import type { NominalNumbers, WhyColumn } from '@xenolith/study'
import type { Why } from '../../service/shapes.ts'

/** A column of a row, as the screen shows it. */
export interface Reason {
  readonly feature: string
  readonly value: string
  readonly gain: number
  /** The gain beside the largest one, from 0 to 1. */
  readonly weight: number
  readonly strip: Strip | null
  /** Where the value lies among the nominals, in words. */
  readonly words: string
  /** Whether hardly a nominal row has such a value. */
  readonly rare: boolean
}

/** The nominal values of a column on a line from 0 to 1, with the row's value on it. */
export interface Strip {
  /** The middle 50 %, 90 % and all of the nominals, as pairs of positions. */
  readonly half: readonly [number, number]
  readonly most: readonly [number, number]
  readonly all: readonly [number, number]
  readonly median: number
  readonly at: number
  /** The value lies beyond the end of the line. */
  readonly beyond: 'left' | 'right' | null
  readonly low: string
  readonly high: string
}

/** How far the line goes on beyond the nominal range, as a share of that range, before a value is drawn at its end. */
const ROOM = 0.6

export function reasonsOf({ columns }: Pick<Why, 'columns'>): Reason[] {
  const largest = Math.max(0, ...columns.map(({ gain }) => gain))
  return columns.map((column) => {
    const { feature, value, gain, nominal } = column
    return {
      feature,
      value: value === null ? 'missing' : cell(value),
      gain,
      weight: largest > 0 && gain > 0 ? gain / largest : 0,
      strip: typeof value === 'number' && nominal !== null && 'quantiles' in nominal ? stripOf(nominal, value) : null,
      words: wordsOf(column),
      rare: isRare(column),
    }
  })
}

function isRare({ position, share }: WhyColumn): boolean {
  if (share !== null) return share < 0.01
  return position !== null && (position < 0.005 || position > 0.995)
}

function wordsOf({ value, position, share }: WhyColumn): string {
  if (share !== null) {
    if (value === null) return share === 0 ? 'no nominal row lacks it' : `missing in ${percent(share)} of nominals`
    return share === 0 ? 'no nominal row has it' : `${percent(share)} of nominals have it`
  }
  if (position === null) return ''
  if (position === 0) return 'below every nominal'
  if (position === 1) return 'above every nominal'
  return position >= 0.5 ? `above ${percent(position)} of nominals` : `below ${percent(1 - position)} of nominals`
}

export function stripOf({ levels, quantiles }: NominalNumbers, value: number): Strip | null {
  const at = (level: number): number => quantiles[levels.indexOf(level)]
  if ([0, 0.05, 0.25, 0.5, 0.75, 0.95, 1].some((level) => at(level) === undefined)) return null
  const [low, high] = [at(0), at(1)]
  const range = high > low ? high - low : Math.max(Math.abs(low), 1)
  const from = Math.max(low - ROOM * range, Math.min(low - 0.04 * range, value - 0.04 * range))
  const to = Math.min(high + ROOM * range, Math.max(high + 0.04 * range, value + 0.04 * range))
  const place = (x: number): number => Math.min(1, Math.max(0, (x - from) / (to - from)))
  return {
    half: [place(at(0.25)), place(at(0.75))],
    most: [place(at(0.05)), place(at(0.95))],
    all: [place(low), place(high)],
    median: place(at(0.5)),
    at: place(value),
    beyond: value < from ? 'left' : value > to ? 'right' : null,
    low: number(low, 3),
    high: number(high, 3),
  }
}

/** The reasons that are shown at first: those that carry the score, and values that hardly a nominal has. */
export function mainReasons(reasons: readonly Reason[], most: number): readonly Reason[] {
  const telling = reasons.filter(({ weight, rare }) => weight >= 0.05 || rare)
  return (telling.length > 0 ? telling : reasons).slice(0, most)
}

/** "higher than 99.98 % of nominal scores". */
export function scoreWords(percentile: Why['percentile']): string | null {
  if (percentile === null) return null
  const { atLeast, atMost, n0 } = percentile
  if (atLeast >= 1) return `higher than all ${count(n0)} nominal scores`
  const share = percent(atLeast, 'down')
  return `higher than ${atMost > atLeast ? 'at least ' : ''}${share} of ${count(n0)} nominal scores`
}
