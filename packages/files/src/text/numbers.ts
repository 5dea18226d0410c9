import { COMMA, isBlank, MINUS, NINE, PLUS, POINT, textOf, ZERO } from './ascii.js'

const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`))
/** Any number of this many digits is an exact double, and so is a power of ten up to 22: one operation rounds once. */
const EXACT_DIGITS = 15
const EXACT_POWER = 22

/**
 * The number written in the bytes, correctly rounded; NaN for anything else. Digits with at most one `point`, a sign and an exponent
 * if need be, blanks around them; or `inf`, `infinity` in any case. No hexadecimal, no underscores, no thousands.
 */
export function parseNumber(data: Uint8Array, start: number, end: number, point: number = POINT): number {
  while (start < end && isBlank(data[start])) start++
  while (end > start && isBlank(data[end - 1])) end--
  let i = start
  const negative = data[i] === MINUS
  if (i < end && (negative || data[i] === PLUS)) i++
  let mantissa = 0
  let digits = 0
  let fraction = 0
  let seen = 0
  for (; i < end; i++) {
    const digit = data[i] - ZERO
    if (digit < 0 || digit > 9) break
    seen++
    if (digit > 0 || digits > 0) digits++
    if (digits <= EXACT_DIGITS) mantissa = mantissa * 10 + digit
  }
  if (i < end && data[i] === point) {
    for (i++; i < end; i++) {
      const digit = data[i] - ZERO
      if (digit < 0 || digit > 9) break
      seen++
      fraction++
      if (digit > 0 || digits > 0) digits++
      if (digits <= EXACT_DIGITS) mantissa = mantissa * 10 + digit
    }
  }
  if (seen === 0) return infinity(data, i, end, negative)
  let exponent = 0
  if (i < end && (data[i] | 32) === 101) {
    i++
    const below = data[i] === MINUS
    if (i < end && (below || data[i] === PLUS)) i++
    const from = i
    for (; i < end && data[i] >= ZERO && data[i] <= NINE; i++) exponent = Math.min(exponent * 10 + data[i] - ZERO, 1e6)
    if (i === from) return Number.NaN
    if (below) exponent = -exponent
  }
  if (i < end) return Number.NaN
  const power = exponent - fraction
  if (digits > EXACT_DIGITS || power > EXACT_POWER || power < -EXACT_POWER) return slowly(data, start, end, point)
  const size = power < 0 ? mantissa / POWERS[-power] : mantissa * POWERS[power]
  return negative ? -size : size
}

/** What the language itself makes of the text, which is known to be a number. */
function slowly(data: Uint8Array, start: number, end: number, point: number): number {
  const text = textOf(data, start, end)
  return Number(point === COMMA ? text.replace(',', '.') : text)
}

function infinity(data: Uint8Array, start: number, end: number, negative: boolean): number {
  if (end - start !== 3 && end - start !== 8) return Number.NaN
  if (!/^inf(inity)?$/i.test(textOf(data, start, end))) return Number.NaN
  return negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

const LONGEST_MISSING = 4
const missingNumbers: ReadonlySet<string> = new Set(['', 'na', 'n/a', 'nan', '-nan', '+nan', 'null', 'none', '?'])
const missingWords: ReadonlySet<string> = new Set(['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '?'])

/** Whether the cell is a missing number: empty, `NA`, `N/A`, `NaN`, `null`, `None` in any case, or `?`. */
export function isMissingNumber(data: Uint8Array, start: number, end: number): boolean {
  const text = shortText(data, start, end)
  return text !== undefined && missingNumbers.has(text.toLowerCase())
}

/** Whether the cell is a missing word: empty, `NA`, `N/A`, `NaN`, `nan`, `null`, `NULL` or `?`. `None` may be a category. */
export function isMissingWord(data: Uint8Array, start: number, end: number): boolean {
  const text = shortText(data, start, end)
  return text !== undefined && missingWords.has(text)
}

/** The trimmed text if it is short enough to stand for a missing value. */
function shortText(data: Uint8Array, start: number, end: number): string | undefined {
  while (start < end && isBlank(data[start])) start++
  while (end > start && isBlank(data[end - 1])) end--
  return end - start > LONGEST_MISSING ? undefined : textOf(data, start, end)
}
