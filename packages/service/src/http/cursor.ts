import { XenolithError } from '@xenolith/core'
import { isUnkeepable } from './body.js'

/** Where a page ended. It says which list and order it is of, so that it cannot be used in another. */
export interface Cursor {
  readonly list: string
  readonly value: number
  readonly id: string
}

export function writeCursor({ list, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([list, value, id])).toString('base64url')
}

/** `isValue`: whether the list sorts by such a value. */
export function readCursor(text: string, list: string, isValue: (value: unknown) => boolean): Cursor {
  let found: unknown
  try {
    found = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    found = null
  }
  const whole =
    Array.isArray(found) &&
    found.length === 3 &&
    isValue(found[1]) &&
    typeof found[2] === 'string' &&
    !isUnkeepable(found[2])
  if (!whole || (found as unknown[])[0] !== list) {
    throw new XenolithError('bad-cursor', 'the cursor is not one of this list in this order; start from the first page')
  }
  const [, value, id] = found as [string, number, string]
  return { list, value, id }
}
