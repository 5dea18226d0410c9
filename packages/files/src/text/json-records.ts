import { XenolithError } from '@xenolith/core'
import { COMMA, isBlank, LF, MINUS, NINE, PLUS, POINT, QUOTE, textOf, ZERO } from './ascii.js'
import { jsonString } from './json-string.js'
import type { RecordReader } from './records.js'
import { isUtf8 } from './utf8.js'

/** What a JSON value is: its text is that of a string without its quotes, or as it stands. */
export const JSON_TYPES = { text: 0, string: 1, number: 2, boolean: 3, nested: 4, null: 5 } as const
export type JsonType = (typeof JSON_TYPES)[keyof typeof JSON_TYPES]

/** The members of one object, as places in the bytes; `escaped` where a key (1) or a text (2) holds escapes. */
export interface Members {
  count: number
  keyStarts: number[]
  keyEnds: number[]
  starts: number[]
  ends: number[]
  types: JsonType[]
  escaped: number[]
}

export type TakeMembers = (data: Uint8Array, members: Members, record: number) => void

const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COLON, BACKSLASH] = [123, 125, 91, 93, 58, 92]
const DEEPEST = 200
/** The value goes on beyond the bytes that are known. */
const CUT = -1

/**
 * Objects of JSON: one after another (NDJSON, or spread over lines), or the elements of one array. A comma after a last member is
 * let pass, as are NaN and Infinity, which Python writes; everything else is RFC 8259.
 */
export function jsonRecords(shown: string, take: TakeMembers): RecordReader {
  const members: Members = { count: 0, keyStarts: [], keyEnds: [], starts: [], ends: [], types: [], escaped: [] }
  let record = 1
  let state: 'start' | 'sequence' | 'element' | 'separator' | 'closed' = 'start'

  const refuse = (what: string): never => {
    throw new XenolithError('bad-row', `${shown}, record ${record}: malformed JSON: ${what}`)
  }
  const blanks = (data: Uint8Array, at: number, end: number): number => {
    while (at < end && isBlank(data[at])) at++
    return at
  }

  const next = (data: Uint8Array, start: number, end: number, last: boolean): number => {
    const at = blanks(data, start, end)
    if (at === end) {
      if (last && (state === 'element' || state === 'separator')) refuse('the array is not closed')
      return end
    }
    const byte = data[at]
    if (state === 'closed') return refuse('text follows the array')
    if (state === 'start' && byte === OPEN_LIST) {
      state = 'element'
      return at + 1
    }
    if (state === 'separator' && byte === COMMA) {
      state = 'element'
      return at + 1
    }
    if ((state === 'separator' || state === 'element') && byte === CLOSE_LIST) {
      state = 'closed'
      return at + 1
    }
    if (state === 'separator') return refuse(`expected a comma or ], found ${shownByte(data, at)}`)
    if (byte !== OPEN) return notAnObject(data, at, end, last)
    members.count = 0
    const stop = object(data, at, end, last)
    if (stop === CUT) return last ? refuse('the file ends in the middle of an object') : CUT
    if (!isUtf8(data, at, stop)) {
      throw new XenolithError('bad-row', `${shown}, record ${record}: the text is not UTF-8`)
    }
    take(data, members, record)
    record++
    state = state === 'start' || state === 'sequence' ? 'sequence' : 'separator'
    return stop
  }

  const notAnObject = (data: Uint8Array, at: number, end: number, last: boolean): number => {
    const stop = value(data, at, end, last, 1)
    if (stop === CUT) return last ? refuse('the file ends in the middle of a value') : CUT
    throw new XenolithError('bad-row', `${shown} holds JSON values that are not objects; expected an object per row`)
  }

  const object = (data: Uint8Array, open: number, end: number, last: boolean): number => {
    let at = blanks(data, open + 1, end)
    for (;;) {
      if (at === end) return CUT
      if (data[at] === CLOSE) return at + 1
      const m = members.count
      const keyEnd = string(data, at, end)
      if (keyEnd === CUT) return CUT
      members.keyStarts[m] = at + 1
      members.keyEnds[m] = keyEnd - 1
      members.escaped[m] = escapes
      at = blanks(data, keyEnd, end)
      if (at === end) return CUT
      if (data[at] !== COLON) refuse(`expected : after a name, found ${shownByte(data, at)}`)
      at = blanks(data, at + 1, end)
      if (at === end) return CUT
      escapes = 0
      const stop = value(data, at, end, last, 1)
      if (stop === CUT) return CUT
      const type = typeAt(data[at])
      const inner = type === JSON_TYPES.string ? 1 : 0
      members.types[m] = type
      members.starts[m] = at + inner
      members.ends[m] = stop - inner
      if (type === JSON_TYPES.string && escapes > 0) members.escaped[m] |= 2
      members.count++
      at = blanks(data, stop, end)
      if (at === end) return CUT
      if (data[at] === COMMA) at = blanks(data, at + 1, end)
      else if (data[at] !== CLOSE) refuse(`expected a comma or }, found ${shownByte(data, at)}`)
    }
  }

  let escapes = 0
  const string = (data: Uint8Array, open: number, end: number): number => {
    if (data[open] !== QUOTE) refuse(`expected a name in quotes, found ${shownByte(data, open)}`)
    escapes = 0
    for (let at = open + 1; at < end; at++) {
      const byte = data[at]
      if (byte === QUOTE) {
        if (escapes > 0 && jsonString(data, open + 1, at) === undefined) refuse('an escape in a text is not valid')
        return at + 1
      }
      if (byte < 32) refuse('a text holds a control character')
      if (byte === BACKSLASH) {
        escapes = 1
        at++
      }
    }
    return CUT
  }

  /** The end of any value, nested ones to a depth. */
  const value = (data: Uint8Array, at: number, end: number, last: boolean, depth: number): number => {
    const byte = data[at]
    if (byte === QUOTE) return string(data, at, end)
    if (byte === OPEN || byte === OPEN_LIST) return nested(data, at, end, last, depth)
    let stop = at
    while (stop < end && isPlain(data[stop])) stop++
    if (stop === end && !last) return CUT
    if (stop === at) refuse(`expected a value, found ${shownByte(data, at)}`)
    if (!isLiteral(data, at, stop)) refuse(`${textOf(data, at, Math.min(stop, at + 40))} is not a value`)
    return stop
  }

  const nested = (data: Uint8Array, open: number, end: number, last: boolean, depth: number): number => {
    if (depth > DEEPEST) refuse(`values are nested more than ${DEEPEST} deep`)
    const isObject = data[open] === OPEN
    const close = isObject ? CLOSE : CLOSE_LIST
    let at = blanks(data, open + 1, end)
    for (;;) {
      if (at === end) return CUT
      if (data[at] === close) return at + 1
      if (isObject) {
        at = string(data, at, end)
        if (at === CUT) return CUT
        at = blanks(data, at, end)
        if (at === end) return CUT
        if (data[at] !== COLON) refuse(`expected : after a name, found ${shownByte(data, at)}`)
        at = blanks(data, at + 1, end)
        if (at === end) return CUT
      }
      at = value(data, at, end, last, depth + 1)
      if (at === CUT) return CUT
      at = blanks(data, at, end)
      if (at === end) return CUT
      if (data[at] === COMMA) at = blanks(data, at + 1, end)
      else if (data[at] !== close) refuse(`expected a comma, found ${shownByte(data, at)}`)
    }
  }
  return { next, tooLong: (megabytes) => `${shown}, record ${record}: the object is longer than ${megabytes} MB` }
}

function typeAt(byte: number): JsonType {
  if (byte === QUOTE) return JSON_TYPES.string
  if (byte === OPEN || byte === OPEN_LIST) return JSON_TYPES.nested
  if (byte === 116 || byte === 102) return JSON_TYPES.boolean
  return byte === 110 ? JSON_TYPES.null : JSON_TYPES.number
}

/** Letters, digits and signs: what numbers and the words true, false, null, NaN and Infinity are made of. */
function isPlain(byte: number): boolean {
  const letter = byte | 32
  return (letter >= 97 && letter <= 122) || (byte >= ZERO && byte <= NINE) || isSign(byte) || byte === POINT
}

function isSign(byte: number): boolean {
  return byte === PLUS || byte === MINUS
}

const LITERAL = /^(true|false|null|NaN|-?Infinity|-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?)$/

function isLiteral(data: Uint8Array, start: number, end: number): boolean {
  return isSimpleNumber(data, start, end) || LITERAL.test(textOf(data, start, end))
}

/** The commonest numbers, without making text of them. */
function isSimpleNumber(data: Uint8Array, start: number, end: number): boolean {
  let at = data[start] === MINUS ? start + 1 : start
  const first = at
  while (at < end && data[at] >= ZERO && data[at] <= NINE) at++
  if (at === first || (data[first] === ZERO && at - first > 1)) return false
  if (at === end) return true
  if (data[at] !== POINT) return false
  const fraction = ++at
  while (at < end && data[at] >= ZERO && data[at] <= NINE) at++
  return at === end && at > fraction
}

function shownByte(data: Uint8Array, at: number): string {
  if (data[at] === LF) return 'the end of the line'
  return data[at] > 32 && data[at] < 127 ? String.fromCharCode(data[at]) : `byte ${data[at]}`
}
