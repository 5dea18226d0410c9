import { XenolithError } from '@xenolith/core'
import { type Collected, Collector } from './collect.js'
import type { TextLayout } from './layout.js'
import type { NumberFormat } from './locale.js'
import { checkNamed } from './names.js'
import type { RecordStream } from './records.js'
import { columnsNamed, type Selection } from './selection.js'

/** A table made of text files, whoever brings their bytes. */
export interface TableReading {
  /** Takes the bytes of a file; to be asked for one file after the other. */
  file(index: number): RecordStream
  /** The table, or undefined when all files have to be read once more. */
  finish(): FinishedReading | undefined
}

export interface FinishedReading extends Collected {
  readonly names: readonly string[]
  /** `FILE, row 7`, of a row counted from 0 over all files. */
  place(row: number): string
}

export interface TableTask {
  readonly layout: TextLayout
  readonly selection: Selection
  readonly format: NumberFormat
  readonly displayName: string
  /** What to call each file in messages. */
  readonly shown: readonly string[]
  note(text: string): void
}

/** Reads what is selected in one pass; in two only where words turn up late in a column that had been numbers. */
export function tableReading(task: TableTask): TableReading {
  const { layout, selection, displayName } = task
  const check = (names: readonly string[]): void => checkNamed(columnsNamed(selection), names, displayName)
  if (layout.names !== undefined) check(layout.names)
  let wordy: ReadonlySet<string> = new Set()
  let pass = startPass()

  function startPass() {
    const collector = new Collector(selection, task.format, wordy)
    return { collector, reading: layout.reading(collector), firstRows: [] as number[] }
  }
  const place = (row: number): string => placeIn(pass.firstRows, task.shown, selection.rows?.[row] ?? row)
  return {
    file(index) {
      pass.firstRows[index] = pass.collector.row
      return pass.reading.file(index)
    },
    finish() {
      const { collector, reading } = pass
      if (collector.row === 0) throw noRows(layout, displayName)
      check(reading.names())
      const found = collector.finish({ shown: displayName, place, note: task.note })
      if ('table' in found) return { ...found, names: reading.names(), place }
      wordy = new Set([...wordy, ...found])
      pass = startPass()
      return undefined
    },
  }
}

/** Where a row stands that is counted over all files, of which the first rows are given. */
export function placeIn(firstRows: readonly number[], shown: readonly string[], row: number): string {
  const index = firstRows.findLastIndex((first) => first <= row)
  return `${shown[index]}, row ${row - firstRows[index] + 1}`
}

export function noRows({ content, headerless }: TextLayout, displayName: string): XenolithError {
  const what = content === 'csv' && !headerless ? 'has a header but no rows' : 'has no rows'
  return new XenolithError('empty-data', `${displayName} ${what}`)
}
