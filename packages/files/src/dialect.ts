import { XenolithError } from '@xenolith/core'
import { quoted } from './file-errors.js'

/** How a CSV file is written. Quotes are `"`, doubled inside a quoted field (RFC 4180). */
export interface Dialect {
  readonly delimiter: string
  /** Blank lines before the first record. */
  readonly skip: number
  readonly headerless: boolean
  readonly names: readonly string[]
}

/** The dialect of a CSV file, from its first lines. */
export function dialectOf(lines: readonly string[], delimiter: string | undefined, shown: string): Dialect {
  const skip = lines.findIndex((line) => line.trim() !== '')
  if (skip < 0) throw new XenolithError('empty-data', `${shown} is empty`)
  const text = lines.slice(skip)
  const chosen = delimiter ?? chooseDelimiter(text)
  const [first, ...rest] = splitRecords(text, chosen)
  const headerless = isData(first, rest)
  const names = first.map((name, i) => (headerless || name.trim() === '' ? `column${i}` : name.trim()))
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  if (repeated !== undefined) {
    throw new XenolithError('bad-row', `${shown}, line ${skip + 1}: two columns are named ${quoted(repeated)}`)
  }
  return { delimiter: chosen, skip, headerless, names }
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

function splitRecords(lines: readonly string[], delimiter: string): string[][] {
  const text = lines.join('\n')
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== '"') field += c
      else if (text[i + 1] === '"') field += text[++i]
      else quoted = false
    } else if (c === '"' && field === '') quoted = true
    else if (c === delimiter || c === '\n') {
      record.push(field)
      field = ''
      if (c === '\n') {
        if (record.length > 1 || record[0] !== '') records.push(record)
        record = []
      }
    } else field += c
  }
  record.push(field)
  if (record.length > 1 || record[0] !== '') records.push(record)
  return records
}

/** Whether the first record is data rather than names: all numbers, or of the same kinds as the records below with a text that recurs there. */
function isData(first: readonly string[], rest: readonly string[][]): boolean {
  if (!first.some(isNumber)) return false
  if (first.every((field) => isNumber(field) || field.trim() === '')) return true
  const alike = first.every((field, j) => isNumber(field) || !rest.every((record) => isNumber(record[j] ?? '')))
  return alike && first.some((field, j) => !isNumber(field) && rest.some((record) => record[j] === field))
}

function isNumber(field: string): boolean {
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(field)
}
