import { XenolithError } from '@xenolith/core'
import { CR, LF, QUOTE, SPACE } from './ascii.js'
import { createFields, type Fields, growFields } from './fields.js'
import type { RecordReader } from './records.js'
import { isUtf8 } from './utf8.js'

/** Takes the fields of one record; `blank` when it is an empty line. */
export type TakeFields = (data: Uint8Array, fields: Fields, line: number, blank: boolean) => void

const LINE_ENDS = { none: 0, lf: 1, crlf: 2, cr: 3 } as const

/**
 * Records of delimited text as RFC 4180 has them: quotes are `"`, doubled inside a quoted field, and matter only where a field begins
 * (spaces before an opening quote and after a closing one are passed over). Lines end with LF, CR LF or CR, one kind throughout.
 */
export function csvRecords(delimiter: number, shown: string, take: TakeFields): RecordReader {
  const fields = createFields()
  let line = 1
  let lineEnd: number = LINE_ENDS.none

  const refuse = (what: string): never => {
    throw new XenolithError('bad-row', `${shown}, line ${line}: ${what}`)
  }

  const next = (data: Uint8Array, start: number, end: number, last: boolean): number => {
    if (start === end) return end
    let at = start
    let count = 0
    let seen = 0
    let breaks = 0
    let quoted = false
    let found: number = LINE_ENDS.none
    for (;;) {
      if (count === fields.starts.length) growFields(fields)
      let from = at
      while (at < end && data[at] === SPACE) at++
      if (at < end && data[at] === QUOTE) {
        quoted = true
        from = ++at
        let doubled = 0
        for (;;) {
          while (at < end && data[at] !== QUOTE) {
            seen |= data[at]
            if (data[at] === LF || (data[at] === CR && data[at + 1] !== LF)) breaks++
            at++
          }
          if (at === end) return last ? refuse('a quote is not closed, or text follows a closing quote') : -1
          if (at + 1 === end && !last) return -1
          if (at + 1 === end || data[at + 1] !== QUOTE) break
          doubled = 1
          at += 2
        }
        fields.starts[count] = from
        fields.ends[count] = at
        fields.doubled[count++] = doubled
        at++
        while (at < end && data[at] === SPACE) at++
        if (at < end && data[at] !== delimiter && data[at] !== LF && data[at] !== CR) {
          refuse('a quote is not closed, or text follows a closing quote')
        }
      } else {
        for (; at < end; at++) {
          const byte = data[at]
          if (byte === delimiter || byte === LF || byte === CR) break
          seen |= byte
        }
        fields.starts[count] = from
        fields.ends[count] = at
        fields.doubled[count++] = 0
      }
      if (at === end) {
        if (!last) return -1
        break
      }
      const stop = data[at++]
      if (stop === delimiter) continue
      if (stop === LF) found = LINE_ENDS.lf
      else if (at < end) {
        found = data[at] === LF ? LINE_ENDS.crlf : LINE_ENDS.cr
        if (found === LINE_ENDS.crlf) at++
      } else if (last) found = LINE_ENDS.cr
      else return -1
      break
    }
    if (seen >= 0x80 && !isUtf8(data, start, at)) refuse('the text is not UTF-8')
    if (found !== LINE_ENDS.none) {
      if (lineEnd === LINE_ENDS.none) lineEnd = found
      else if (found !== lineEnd) refuse('the line endings are mixed; expected one kind throughout')
    }
    fields.count = count
    take(data, fields, line, count === 1 && !quoted && fields.starts[0] === fields.ends[0])
    line += 1 + breaks
    return at
  }
  return {
    next,
    tooLong: (megabytes) => `${shown}, line ${line}: the line is longer than ${megabytes} MB; is a quote left open?`,
  }
}
