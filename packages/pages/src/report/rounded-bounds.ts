/**
 * A lower bound to four digits, never above itself.
 *
 * @example
 * ```ts
 * down(0.123456) // => '0.1234'
 * ```
 */
export function down(x: number): string {
  return (Math.floor(scaled(x)) / 1e4).toFixed(4)
}

/**
 * An upper bound to four digits, never below itself.
 *
 * @example
 * ```ts
 * up(0.123456) // => '0.1235'
 * ```
 */
export function up(x: number): string {
  return (Math.ceil(scaled(x)) / 1e4).toFixed(4)
}

/**
 * In units of the fourth digit, without the rounding noise of binary fractions: .14 is 1400 of them.
 *
 * @example
 * ```ts
 * scaled(0.14) // => 1400
 * ```
 */
export function scaled(x: number): number {
  return Number((x * 1e4).toPrecision(12))
}
