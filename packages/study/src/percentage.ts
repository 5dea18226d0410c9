/** A share for a sentence: two or three digits. */
export function percentage(share: number): string {
  const rest = 1 - share
  // 99.98 % is not all.
  if (rest > 1e-9 && rest < 5e-4) return `${Number((100 - Number((100 * rest).toPrecision(2))).toPrecision(12))} %`
  return `${Number((100 * share).toPrecision(share < 0.0995 ? 2 : 3))} %`
}

/** A number for a sentence: four digits. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)))
}
