/** A lower bound to four digits, never above itself. */
export function down(x: number): string {
  return (Math.floor(scaled(x)) / 1e4).toFixed(4)
}

/** An upper bound to four digits, never below itself. */
export function up(x: number): string {
  return (Math.ceil(scaled(x)) / 1e4).toFixed(4)
}

/** In units of the fourth digit, without the rounding noise of binary fractions: .14 is 1400 of them. */
export function scaled(x: number): number {
  return Number((x * 1e4).toPrecision(12))
}
