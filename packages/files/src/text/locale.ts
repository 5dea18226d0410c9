import { XenolithError } from '@xenolith/core'
import { COMMA, POINT, textOf } from './ascii.js'
import { parseNumber } from './numbers.js'

/** How numbers are written where not with a decimal point and nothing else. */
export interface NumberFormat {
  /** `.` or `,`; found column by column by default. */
  readonly decimal?: string
  /** What stands between groups of three digits: none by default. */
  readonly thousands?: string
}

/** The number that bytes stand for, NaN for none. */
export type ParseNumber = (data: Uint8Array, start: number, end: number) => number

export const parsePoint: ParseNumber = (data, start, end) => parseNumber(data, start, end, POINT)
export const parseComma: ParseNumber = (data, start, end) => parseNumber(data, start, end, COMMA)

/** How the cells of a column are to be read, if the user said so. */
export function parserOf({ decimal, thousands }: NumberFormat): ParseNumber | undefined {
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    throw new XenolithError('bad-option', `the decimal mark must be . or , but is "${decimal}"`)
  }
  if (thousands === undefined || thousands === '') {
    return decimal === undefined ? undefined : decimal === ',' ? parseComma : parsePoint
  }
  if (!/^[.,'_ \u00a0\u202f\u2019]$/.test(thousands) || thousands === (decimal ?? '.')) {
    throw new XenolithError(
      'bad-option',
      `"${thousands}" cannot stand between thousands with the decimal mark ${decimal ?? '.'}`,
    )
  }
  return parseGrouped(decimal ?? '.', thousands)
}

function parseGrouped(decimal: string, thousands: string): ParseNumber {
  const literal = (mark: string): string => mark.replace(/[.]/g, '\\$&')
  const grouped = new RegExp(
    `^\\s*[-+]?\\d{1,3}(${literal(thousands)}\\d{3})+(${literal(decimal)}\\d*)?([eE][-+]?\\d+)?\\s*$`,
  )
  const plain = decimal === ',' ? parseComma : parsePoint
  return (data, start, end) => {
    const found = plain(data, start, end)
    if (!Number.isNaN(found)) return found
    const text = textOf(data, start, end)
    return grouped.test(text) ? Number(text.replaceAll(thousands, '').replace(decimal, '.')) : Number.NaN
  }
}

/** What a cell that is no number may be in another country. */
export type Foreign = 'comma' | 'unclear' | 'grouped' | undefined

const DECIMAL_COMMA = /^\s*[-+]?(\d+,\d*|,\d+)([eE][-+]?\d+)?\s*$/
/** One group of three digits after the comma: 1.234 or 1234. */
const UNCLEAR = /^\s*[-+]?[1-9]\d{0,2},\d{3}\s*$/
const GROUPED = /^\s*[-+]?\d{1,3}([.,'\u2019 \u00a0\u202f]\d{3})+([.,]\d+)?\s*$/

export function foreignNumber(text: string): Foreign {
  if (UNCLEAR.test(text)) return 'unclear'
  if (DECIMAL_COMMA.test(text)) return 'comma'
  return GROUPED.test(text) ? 'grouped' : undefined
}

/**
 * The flags that read such a number with marks between thousands; undefined for other text.
 *
 * @example
 * ```ts
 * flagsFor('1.234,50') // => '--thousands . --decimal ,'
 * flagsFor('1,234,567.5') // => '--thousands ,'
 * ```
 */
export function flagsFor(text: string): string | undefined {
  if (!GROUPED.test(text)) return undefined
  const marks = text.trim().replace(/[-+\d]/g, '')
  const thousands = marks[0]
  const decimal = thousands === '.' || (marks.at(-1) === ',' && thousands !== ',') ? ' --decimal ,' : ''
  return `--thousands ${/[.,]/.test(thousands) ? thousands : `"${thousands}"`}${decimal}`
}
