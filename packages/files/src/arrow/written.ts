/** 2024-02-29, of seconds since 1970. */
export function dateText(seconds: number): string {
  const date = new Date(1000 * seconds)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/T.*$/, '')
}

/** 12:30:00, or 12:30:00.25 where there is a fraction. */
export function timeText(count: bigint, perSecond: number): string {
  const unit = BigInt(perSecond)
  const [seconds, rest] = [Number(count / unit), count % unit]
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const text = clock.map((part) => String(part).padStart(2, '0')).join(':')
  if (rest === 0n) return text
  const digits = String(rest)
    .padStart(String(perSecond).length - 1, '0')
    .replace(/0+$/, '')
  return `${text}.${digits}`
}

/** A whole number of units of 10^-scale. */
export function decimalText(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale))
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
