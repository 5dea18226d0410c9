/** A share as a person reads it, `2.5 %`, without the noise of binary fractions. */
export function percentOf(share: number): string {
  return `${Number((100 * Math.max(0, share)).toPrecision(6))} %`
}
