import { XenolithError } from '@xenolith/core'
import { textOf } from './ascii.js'
import { csvRecords } from './csv-records.js'
import type { Dialect } from './dialect.js'
import { Dictionary } from './dictionary.js'
import { undoubled } from './fields.js'
import { JSON_TYPES, type JsonType, jsonRecords } from './json-records.js'
import { jsonString } from './json-string.js'
import type { RecordReader } from './records.js'
import { quoted } from './words.js'

/** Takes the cells of one column. Rows without a cell are missing values. */
export interface Consumer {
  add(row: number, data: Uint8Array, start: number, end: number, type: JsonType): void
}

/** Who takes the cells of the rows as they come. */
export interface Rows {
  /** The number of the row that comes next. */
  row: number
  /** Called once for each column, in order of appearance. */
  consumersOf(name: string): readonly Consumer[]
  /** A row is complete. */
  rowDone(): void
}

/**
 * The rows of delimited text. A comma at the very end of a row is let pass, an empty line too where there are several columns. Where there is
 * one, it is a missing value, unless nothing but empty lines follows.
 */
export function csvRows(dialect: Dialect, shown: string, rows: Rows): RecordReader {
  const { names } = dialect
  const takers = names.flatMap((name, field) => rows.consumersOf(name).map((consumer) => ({ field, consumer })))
  let emptyLines = 0
  let passed = dialect.skip + (dialect.headerless ? 0 : 1)
  return csvRecords(dialect.delimiter.charCodeAt(0), shown, (data, fields, line, blank) => {
    if (passed > 0) {
      passed--
      return
    }
    if (blank) {
      emptyLines++
      return
    }
    if (names.length === 1) for (; emptyLines > 0; emptyLines--) rows.rowDone()
    const { count, starts, ends, doubled } = fields
    if (count !== names.length && !(count === names.length + 1 && starts[count - 1] === ends[count - 1])) {
      throw new XenolithError('bad-row', `${shown}, line ${line}: expected ${names.length} fields, found ${count}`)
    }
    for (let t = 0; t < takers.length; t++) {
      const { field, consumer } = takers[t]
      if (doubled[field] === 0) consumer.add(rows.row, data, starts[field], ends[field], JSON_TYPES.text)
      else {
        const plain = undoubled(data, starts[field], ends[field])
        consumer.add(rows.row, plain, 0, plain.length, JSON_TYPES.text)
      }
    }
    rows.rowDone()
  })
}

/** The names that JSON objects have had, and who takes each. One for all files of a source. */
export interface JsonNames {
  readonly names: string[]
  readonly keys: Dictionary
  readonly takers: (readonly Consumer[])[]
  /** The record in which each was seen last. */
  readonly lastSeen: number[]
}

export function jsonNames(): JsonNames {
  return { names: [], keys: new Dictionary(), takers: [], lastSeen: [] }
}

/** The rows of JSON objects: a member is a cell, a name that a row lacks a missing value. */
export function jsonRows(known: JsonNames, shown: string, rows: Rows): RecordReader {
  const { names, keys, takers, lastSeen } = known
  lastSeen.fill(0)
  return jsonRecords(shown, (data, members, record) => {
    for (let m = 0; m < members.count; m++) {
      const key = keyOf(data, members.keyStarts[m], members.keyEnds[m], (members.escaped[m] & 1) === 1)
      if (lastSeen[key] === record) {
        throw new XenolithError('bad-row', `${shown}, record ${record}: the name ${quoted(names[key])} stands twice`)
      }
      lastSeen[key] = record
      const consumers = takers[key]
      if (consumers.length === 0) continue
      const [start, end, type] = [members.starts[m], members.ends[m], members.types[m]]
      const plain = (members.escaped[m] & 2) === 0 ? undefined : jsonString(data, start, end)!
      for (const consumer of consumers) {
        if (plain === undefined) consumer.add(rows.row, data, start, end, type)
        else consumer.add(rows.row, plain, 0, plain.length, type)
      }
    }
    rows.rowDone()
  })

  function keyOf(data: Uint8Array, start: number, end: number, escaped: boolean): number {
    const plain = escaped ? jsonString(data, start, end)! : data.subarray(start, end)
    const key = keys.add(plain, 0, plain.length)
    if (key < names.length) return key
    names.push(textOf(plain, 0, plain.length))
    takers.push(rows.consumersOf(names[key]))
    lastSeen.push(0)
    return key
  }
}
