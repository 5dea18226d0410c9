/** A share for a sentence: two or three digits. */
export function percentage(share: number): string {
  return `${Number((100 * share).toPrecision(share < 0.0995 ? 2 : 3))} %`
}

/** A number for a sentence: four digits. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)))
}
