/** A share for a sentence: two or three digits. */
export function percentage(share: number): string {
  return `${Number((100 * share).toPrecision(share < 0.0995 ? 2 : 3))} %`
}
