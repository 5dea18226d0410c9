import { XenolithError } from '@xenolith/core'

/** The value in a body of JSON. A text that no store keeps as it is, or a key that would reach a prototype, is refused. */
export function parseBody(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new XenolithError('bad-request', 'the body is not JSON')
  }
  // Seldom so: a search costs less than a look at every value.
  if (SUSPICIOUS.test(text)) refuseIn(value)
  return value
}

/** __proto__, perhaps written with escapes, and escapes of NUL and of halves of characters. */
const SUSPICIOUS = /__proto__|\\u00(?:00|5f|7[02])|\\ud[89a-f]/i

/** Without recursion: a body may be nested as deep as it is long. */
function refuseIn(value: unknown): void {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (isUnkeepable(next))
        throw new XenolithError('bad-request', 'a text in the body holds a NUL or half a character')
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (key === '__proto__') throw new XenolithError('bad-request', 'no field is named __proto__')
        left.push(key, inner)
      }
    }
  }
}

/** Whether a text holds what PostgreSQL does not take: a NUL, or half a character. */
export function isUnkeepable(text: string): boolean {
  return /\0|\p{Surrogate}/u.test(text)
}
