import { XenolithError } from '@xenolith/core'
import { CR, LF } from './ascii.js'
import { LONGEST_RECORD } from './records.js'
import { quoted } from './words.js'

/** How a CSV file is written. Quotes are `"`, doubled inside a quoted field (RFC 4180). */
export interface Dialect {
  readonly delimiter: string
  /** Blank lines before the first record. */
  readonly skip: number
  readonly headerless: boolean
  readonly names: readonly string[]
}

/** How much of a file is looked at to find its dialect; more where its first line is longer. */
export const HEAD_BYTES: number = 1 << 18
const HEAD_LINES = 500
const LINE_END = /\r\n|\n|\r/

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
  const skip = lines.findIndex((line) => line.trim() !== '')
  if (skip < 0) throw new XenolithError('empty-data', `${shown} is empty`)
  const text = lines.slice(skip, skip + HEAD_LINES)
  const chosen = delimiter ?? chooseDelimiter(text)
  const [first, ...rest] = splitRecords(text, chosen)
  const headerless = isData(first, rest)
  const names = first.map((name, i) => (headerless || name.trim() === '' ? `column${i}` : name.trim()))
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

/** The delimiter with which most records have as many fields as the first; with equal support, the one that makes more fields. */
function chooseDelimiter(lines: readonly string[]): string {
  let best = ','
  let bestSupport = 0
  let bestWidth = 1
  for (const delimiter of [',', '\t', ';', '|']) {
    const records = splitRecords(lines, delimiter)
    const width = records[0].length
    if (width === 1) continue
    const support = records.filter((record) => record.length === width).length / records.length
    if (support > bestSupport || (support === bestSupport && width > bestWidth)) {
      best = delimiter
      bestSupport = support
      bestWidth = width
    }
  }
  return best
}

/** The first records, as `csvRecords` would read them. */
function splitRecords(lines: readonly string[], delimiter: string): string[][] {
  const text = lines.join('\n')
  const records: string[][] = []
  let record: string[] = []
  let from = 0
  let inQuotes = false
  const endOfRecord = () => {
    if (inQuotes || record.length > 1 || record[0] !== '') records.push(record)
    record = []
    inQuotes = false
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
      record.push(text.slice(open + 1, close).replaceAll('""', '"'))
      stop = close + 1
      while (stop < text.length && text[stop] !== delimiter && text[stop] !== '\n') stop++
    } else {
      while (stop < text.length && text[stop] !== delimiter && text[stop] !== '\n') stop++
      record.push(text.slice(from, stop))
    }
    if (stop >= text.length || text[stop] === '\n') endOfRecord()
    from = stop + 1
  }
  if (record.length > 0) endOfRecord()
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
