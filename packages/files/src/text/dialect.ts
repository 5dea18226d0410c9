import { XenolithError } from '@xenolith/core'
import { CR, LF } from './ascii.js'
import { LONGEST_RECORD } from './records.js'
import { quoted } from './words.js'

/** How a CSV file is written. Quotes are `"`, doubled inside a quoted field (RFC 4180). */
export interface Dialect {
  readonly delimiter: string
  /** Lines before the first record: blank ones, and one that states the delimiter. */
  readonly skip: number
  readonly headerless: boolean
  readonly names: readonly string[]
}

/** How much of a file is looked at to find its dialect; more where its first line is longer. */
export const HEAD_BYTES: number = 1 << 18
const HEAD_LINES = 500
const LINE_END = /\r\n|\n|\r/
/** What Excel writes before the header, so that others know the delimiter. */
const STATED = /^sep=([,;|\t])$/i

/** Whether the bytes, which may be cut anywhere, hold as much of a file as its layout depends on. */
export function isHead(bytes: Uint8Array, isJson: boolean): boolean {
  return bytes.length > HEAD_BYTES && (isJson || bytes.length > LONGEST_RECORD || firstBreak(bytes) >= 0)
}

function firstBreak(bytes: Uint8Array): number {
  const [lf, cr] = [bytes.indexOf(LF), bytes.indexOf(CR)]
  return lf < 0 || cr < 0 ? Math.max(lf, cr) : Math.min(lf, cr)
}

/** The first lines: the same, however much more the bytes hold. */
function firstLines(head: Uint8Array, whole: boolean, shown: string): string[] {
  if (whole && head.length <= HEAD_BYTES) return new TextDecoder().decode(head).split(LINE_END)
  const stop = firstBreak(head)
  if (stop < 0 && !whole) {
    const megabytes = LONGEST_RECORD >> 20
    throw new XenolithError(
      'bad-row',
      `${shown}, line 1: the line is longer than ${megabytes} MB; is it text in lines?`,
    )
  }
  const cut = stop < 0 ? head.length : Math.max(stop + 1, HEAD_BYTES)
  const lines = new TextDecoder().decode(head.subarray(0, cut)).split(LINE_END)
  if (lines.length > 1) lines.pop()
  return lines
}

/** The dialect of a CSV file, from its first bytes; `whole` when they are all of it. */
export function dialectOf(head: Uint8Array, whole: boolean, delimiter: string | undefined, shown: string): Dialect {
  const lines = firstLines(head, whole, shown)
  const textFrom = (line: number): number => {
    const found = lines.findIndex((text, i) => i >= line && text.trim() !== '')
    if (found < 0) throw new XenolithError('empty-data', `${shown} is empty`)
    return found
  }
  const first = textFrom(0)
  const stated = STATED.exec(lines[first])?.[1]
  const skip = stated === undefined ? first : textFrom(first + 1)
  const text = lines.slice(skip, skip + HEAD_LINES)
  const chosen = delimiter ?? stated ?? chooseDelimiter(text)
  const [header, ...rest] = splitRecords(text, chosen).map(({ fields }) => fields)
  const headerless = isData(header, rest)
  const names = header.map((name, i) => (headerless || name.trim() === '' ? `column${i}` : name.trim()))
  checkNames(names, `${shown}, line ${skip + 1}`)
  return { delimiter: chosen, skip, headerless, names }
}

function checkNames(names: readonly string[], place: string): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new XenolithError('bad-row', `${place}: two columns are named ${quoted(name)}`)
    if (name.includes('\0')) {
      throw new XenolithError('bad-row', `${place}: a column name holds a NUL character; expected text in UTF-8`)
    }
    seen.add(name)
  }
}

/**
 * The delimiter with which most records have as many fields as the first, those first in which quotes stand around fields and not
 * within them; with equal support, the one that makes more fields.
 */
function chooseDelimiter(lines: readonly string[]): string {
  let best = ','
  let bestMerits: readonly number[] = [0, 0, 1]
  for (const delimiter of [',', '\t', ';', '|']) {
    const records = splitRecords(lines, delimiter)
    const width = records[0].fields.length
    if (width === 1) continue
    const alike = records.filter(({ fields }) => fields.length === width)
    const tidy = alike.filter(({ strayQuote }) => !strayQuote)
    const merits = [tidy.length / records.length, alike.length / records.length, width]
    const differs = merits.findIndex((merit, i) => merit !== bestMerits[i])
    if (differs >= 0 && merits[differs] > bestMerits[differs]) {
      best = delimiter
      bestMerits = merits
    }
  }
  return best
}

interface HeadRecord {
  readonly fields: string[]
  /** A quote stands within a field, or text follows a closing one: with another delimiter it may be in its place. */
  readonly strayQuote: boolean
}

/** The first records, as `csvRecords` would read them. */
function splitRecords(lines: readonly string[], delimiter: string): HeadRecord[] {
  const text = lines.join('\n')
  const records: HeadRecord[] = []
  let fields: string[] = []
  let from = 0
  let inQuotes = false
  let strayQuote = false
  const endOfRecord = () => {
    if (inQuotes || fields.length > 1 || fields[0] !== '') records.push({ fields, strayQuote })
    fields = []
    inQuotes = false
    strayQuote = false
  }
  while (from <= text.length) {
    let open = from
    while (text[open] === ' ') open++
    let stop = from
    if (text[open] === '"') {
      inQuotes = true
      let close = text.indexOf('"', open + 1)
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
      if (close < 0) close = text.length
      fields.push(text.slice(open + 1, close).replaceAll('""', '"'))
      stop = close + 1
      for (; stop < text.length && text[stop] !== delimiter && text[stop] !== '\n'; stop++) {
        if (text[stop] !== ' ') strayQuote = true
      }
    } else {
      while (stop < text.length && text[stop] !== delimiter && text[stop] !== '\n') stop++
      const bare = text.slice(from, stop)
      if (bare.includes('"')) strayQuote = true
      fields.push(bare)
    }
    if (stop >= text.length || text[stop] === '\n') endOfRecord()
    from = stop + 1
  }
  if (fields.length > 0) endOfRecord()
  return records
}

/** Whether the first record is data rather than names: all numbers, or of the same kinds as the records below with a text that recurs there. */
function isData(first: readonly string[], rest: readonly string[][]): boolean {
  if (!first.some(isNumber)) return false
  if (first.every((field) => isNumber(field) || field.trim() === '')) return true
  const alike = first.every((field, j) => isNumber(field) || !rest.every((record) => isNumber(record[j] ?? '')))
  return alike && first.some((field, j) => !isNumber(field) && rest.some((record) => record[j] === field))
}

/** With a decimal comma too: such a field is no name either. */
function isNumber(field: string): boolean {
  return /^\s*[-+]?(\d+[.,]?\d*|[.,]\d+)([eE][-+]?\d+)?\s*$/.test(field)
}
