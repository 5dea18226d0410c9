import type { Reason } from '@xenolith/core'
import { cell, percent } from '../index.js'

/**
 * "rate = 0.98, above every ordinary row; flag = S0, in no ordinary row"
 *
 * @example
 * ```ts
 * reasonsWords([{ feature: 'rate', value: 0.98, gain: 0.2, position: 1 }]) // => 'rate = 0.98, above every ordinary row'
 * reasonsWords([]) // => 'no single feature: the combination is unusual'
 * ```
 */
export function reasonsWords(reasons: readonly Reason[]): string {
  return reasons.length === 0 ? 'no single feature: the combination is unusual' : reasons.map(reasonWords).join('; ')
}

/**
 * The same with what each adds to the score, for a cell of a table: "x1 = 4.2, above every ordinary row (adds 0.123 to the score); ..." `nearest`: the nominal row that is most like this one.
 *
 * @example
 * ```ts
 * explanation([{ feature: 'rate', value: 0.98, gain: 0.2, position: 1, nearest: 0.12 }], 812) // => 'rate = 0.98, above every ordinary row (adds 0.2 to the score); most like ordinary row 812, which has rate = 0.12'
 * ```
 */
export function explanation(reasons: readonly Reason[], nearest?: number): string {
  const told = reasons.map(
    (reason) =>
      `${reasonWords(reason)}${reason.gain > 0 ? ` (adds ${Number(reason.gain.toPrecision(3))} to the score)` : ''}`,
  )
  if (told.length === 0) told.push(reasonsWords([]))
  if (nearest !== undefined) told.push(nearestWords(nearest, reasons))
  return told.join('; ').replaceAll('\u00a0', ' ')
}

function reasonWords(reason: Reason): string {
  const { feature, value } = reason
  const what = `${cell(feature, 40)} ${value === null ? 'missing' : `= ${cell(value, 40)}`}`
  const place = placeWords(reason)
  return place === '' ? what : `${what}, ${place}`
}

/** Where a value lies among ordinary rows, if that is known. */
export function placeWords({ position, share }: Pick<Reason, 'position' | 'share'>): string {
  if (share !== undefined) return `in ${share === 0 ? 'no ordinary row' : `${percent(share)} of ordinary rows`}`
  if (position === undefined) return ''
  if (position === 0 || position === 1) return `${position === 0 ? 'below' : 'above'} every ordinary row`
  return position < 0.5
    ? `below ${percent(1 - position)} of ordinary rows`
    : `above ${percent(position)} of ordinary rows`
}

/**
 * "most like ordinary row 812, which has rate = 0.12 and flag = SF"
 *
 * @example
 * ```ts
 * nearestWords(812, [{ feature: 'rate', value: 0.98, gain: 0.2, nearest: 0.12 }]) // => 'most like ordinary row 812, which has rate = 0.12'
 * ```
 */
export function nearestWords(row: number, reasons: readonly Reason[]): string {
  const told = reasons.flatMap(({ feature, nearest }) =>
    nearest === undefined ? [] : [`${cell(feature, 40)} ${nearest === null ? 'missing' : `= ${cell(nearest, 40)}`}`],
  )
  const which = `most like ordinary row ${row}`
  return told.length === 0 ? which : `${which}, which has ${told.join(', ')}`
}
