const minus = '\u2212'
const space = '\u00a0'

function group(digits: string): string {
  const [whole, fraction] = digits.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function power(exponent: number): string {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (digit) => superscripts[Number(digit)])
  return exponent < 0 ? `⁻${digits}` : digits
}

/**
 * A number for reading: `digits` significant ones, thousands grouped, powers of ten for the very large and small.
 *
 * @example
 * ```ts
 * number(12345.678) // => '12,350'
 * number(0.00000123, 2) // => '1.2×10⁻⁶'
 * ```
 */
export function number(value: number, digits: number = 4): string {
  if (Number.isNaN(value)) return 'not a number'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${minus}∞`
  if (value === 0) return '0'
  const sign = value < 0 ? minus : ''
  const [mantissa, exponent] = Math.abs(value)
    .toExponential(digits - 1)
    .split('e')
    .map(Number)
  if (exponent < -4 || exponent > 14) return `${sign}${mantissa === 1 ? '' : `${mantissa}×`}10${power(exponent)}`
  const decimals = Math.min(100, Math.max(0, digits - 1 - exponent))
  const rounded = Number(`${mantissa}e${exponent}`).toFixed(decimals)
  return sign + group(decimals > 0 ? rounded.replace(/\.?0+$/, '') : rounded)
}

/**
 * A count: every digit, thousands grouped.
 *
 * @example
 * ```ts
 * count(1234567) // => '1,234,567'
 * ```
 */
export function count(value: number): string {
  return Number.isSafeInteger(value) ? `${value < 0 ? minus : ''}${group(String(Math.abs(value)))}` : number(value)
}

/**
 * A count with its noun: "1 feature", "2 features".
 *
 * @example
 * ```ts
 * counted(1, 'feature') // => '1 feature'
 * counted(2000, 'feature') // => '2,000 features'
 * ```
 */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`
}

/**
 * "tau = 0.531", never broken over two lines.
 *
 * @example
 * ```ts
 * equation('tau', 0.53124, 3) // => 'tau = 0.531'
 * ```
 */
export function equation(name: string, value: number, digits: number = 4): string {
  return `${name}${space}=${space}${number(value, digits)}`
}

type Direction = 'nearest' | 'down' | 'up'

// 0.9 computed as 1 - (0.07 + 0.03) may be 0.8999...: rounding down or up forgives this much of a last digit.
const slack = 1e-6

/**
 * A share as a percentage. Enough digits that neither 0.9996 reads as 100 % nor 0.0004 as 0 %; a promise is rounded
 * 'down' and an upper bound 'up', so that what is printed is never more than what was proved.
 *
 * @example
 * ```ts
 * percent(0.9996) // => '99.96 %'
 * percent(0.04567, 'up') // => '4.6 %'
 * ```
 */
export function percent(value: number, direction: Direction = 'nearest'): string {
  if (!Number.isFinite(value)) return number(value)
  const share = Math.round(value * 1e12) / 1e12
  const distance = Math.min(Math.abs(share), Math.abs(1 - share)) * 100
  if (distance > 0 && distance < 1e-4 && share < 0.5) return `${number(share * 100, 2)}${space}%`
  const decimals = distance > 9.95 || distance === 0 ? 1 : Math.min(10, 1 - Math.floor(Math.log10(distance)))
  const scaled = share * 100 * 10 ** decimals
  const whole = { nearest: Math.round(scaled), down: Math.floor(scaled + slack), up: Math.ceil(scaled - slack) }[
    direction
  ]
  const text = (Math.abs(whole) / 10 ** decimals).toFixed(decimals).replace(/\.0+$|(\.\d*?)0+$/, '$1')
  return `${whole < 0 ? minus : ''}${text}${space}%`
}

/**
 * A sentence whose percentages do not break over two lines.
 *
 * @example
 * ```ts
 * unbroken('about 5 % of 7').split(' ').length // => 4
 * ```
 */
export function unbroken(words: string): string {
  return words.replace(/(\d) %/g, `$1${space}%`)
}

/**
 * Bytes in the unit that reads best.
 *
 * @example
 * ```ts
 * bytes(999) // => '999 bytes'
 * bytes(12_345_678) // => '12.3 MB'
 * ```
 */
export function bytes(value: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const unit = value > 0 ? Math.min(units.length - 1, Math.floor(Math.log10(value) / 3)) : 0
  return `${unit === 0 ? count(value) : number(value / 1000 ** unit, 3)}${space}${units[unit]}`
}

/**
 * A column of numbers with one number of decimals, so that points stand below each other; null when the column spans too
 * many magnitudes for that to be truthful.
 *
 * @example
 * ```ts
 * aligned([1, 2.5, 10.25]) // => [ '1.00', '2.50', '10.25' ]
 * aligned([1e-9, 1e9]) // => null
 * ```
 */
export function aligned(values: readonly number[]): string[] | null {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (!(largest < 1e15)) return null
  const needed = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)
  const decimals = Math.min(needed, Math.max(0, 4 - Math.floor(Math.log10(largest || 1))))
  const lost = values.some((value) => Math.abs(value) < 10 ** (1 - decimals) && decimals < decimalsOf(value))
  return lost ? null : values.map((value) => value.toFixed(decimals))
}

function decimalsOf(value: number): number {
  const [digits, exponent] = Math.abs(value).toPrecision(6).split('e')
  return Math.max(0, (digits.replace(/0+$/, '').split('.')[1] ?? '').length - Number(exponent ?? 0))
}

/**
 * A data cell: numbers as the reader's own tools print them, six significant digits, no grouping (it may be an id).
 *
 * @example
 * ```ts
 * cell(0.1 + 0.2) // => '0.3'
 * cell('a long name', 6) // => 'a lon…'
 * ```
 */
export function cell(value: string | number, longest: number = 80): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)))
  const characters = [...value]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : value
}
