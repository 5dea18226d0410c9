/** A share for a sentence: two or three digits. */
export function percentage(share: number): string {
  const rest = 1 - share
  // 99.98 % is not all.
  if (rest > 1e-9 && rest < 5e-4) return `${Number((100 - Number((100 * rest).toPrecision(2))).toPrecision(12))} %`
  return `${Number((100 * share).toPrecision(share < 0.0995 ? 2 : 3))} %`
}

/** The same for a bound: never above the share, or never below it. */
export function bounded(share: number, direction: 'down' | 'up'): string {
  const unit = share < 0.0995 ? 1e4 : 1e3
  const round = direction === 'down' ? Math.floor : Math.ceil
  const slack = direction === 'down' ? 1e-6 : -1e-6
  return `${Number((round(unit * share + slack) / (unit / 100)).toPrecision(12))} %`
}

/** A number for a sentence: four digits. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)))
}
