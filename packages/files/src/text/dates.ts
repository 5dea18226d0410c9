import { isBlank, MINUS, NINE, textOf, ZERO } from './ascii.js'

const PATTERN =
  /^\s*(\d{4})-(\d\d?)-(\d\d?)(?:(?:T| +)(\d\d?):(\d\d?)(?::(\d\d?)(?:\.(\d*))?)?(?: ?(Z|z|UTC)|([-+])(\d\d):?(\d\d)?:?(\d\d)?)?)?\s*$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Seconds since 1970 (UTC) of an ISO 8601 date or time, to the microsecond; NaN for anything else. A time without a zone is UTC. */
export function parseDate(data: Uint8Array, start: number, end: number): number {
  while (start < end && isBlank(data[start])) start++
  // Most text that is no date is told apart by its fifth byte.
  if (end - start < 8 || data[start + 4] !== MINUS || data[start] < ZERO || data[start] > NINE) return Number.NaN
  const parts = PATTERN.exec(textOf(data, start, end))
  if (parts === null) return Number.NaN
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(parts[i] ?? 0))
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1] + (leap && month === 2 ? 1 : 0)) return Number.NaN
  const endOfDay = hour === 24 && minute === 0 && second === 0
  if ((hour > 23 && !endOfDay) || minute > 59 || second > 59) return Number.NaN
  const microseconds = Number((parts[7] ?? '').slice(0, 6).padEnd(6, '0'))
  const [zoneHours, zoneMinutes, zoneSeconds] = [10, 11, 12].map((i) => Number(parts[i] ?? 0))
  if (zoneMinutes > 59 || zoneSeconds > 59) return Number.NaN
  const zone = (parts[9] === '-' ? -1 : 1) * (zoneHours * 3600 + zoneMinutes * 60 + zoneSeconds)
  const seconds = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - zone
  return (seconds * 1e6 + microseconds) / 1e6
}

/** Days of the Gregorian calendar, extended backwards; years begin in March so that leap days come last. */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}
