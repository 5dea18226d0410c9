import { LARGEST } from '@xenolith/core/internals'

/** Text from a file, fit for a message of one line. */
export function quoted(text: string): string {
  return `"${oneLine(text)}"`
}

/** Why a number cannot be taken: it is infinite, or a column that holds it would have an infinite range. */
export function notFinite(text: string): string {
  const line = oneLine(text.trim())
  return /\d/.test(line)
    ? `${line} is too large (numbers go up to ${LARGEST.toPrecision(3)})`
    : `${line} is not a finite number (leave a missing value empty)`
}

export function oneLine(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}

const MOST_LISTED = 5

/** Names in quotes; of many, the first. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).map(quoted).join(', ')
  return names.length <= MOST_LISTED ? shown : `${shown} and ${names.length - MOST_LISTED} more`
}
