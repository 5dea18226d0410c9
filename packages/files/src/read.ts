import { type CategoricalColumn, type Column, categoricalColumn, type Table, XenolithError } from '@xenolith/core'
import { readBatches, type Selection } from './batches.js'
import { numberOf, wordOf } from './expressions.js'
import { quoted } from './file-errors.js'
import { missingColumn, type Source, type SourceColumn } from './open.js'
import { mistyped, placeOf } from './values.js'

const batchRows = 1 << 16

/** The named columns (all by default) as a table in memory, each of the kind found or given when the source was opened. */
export async function readTable(source: Source, names?: readonly string[]): Promise<Table> {
  const columns = names ? names.map((name) => findColumn(source, name)) : source.columns
  for (const column of columns) {
    if (column.storage === 'nested') throw nestedColumn(source, column)
    if (column.mistyped) throw await mistyped(source, column)
  }
  const selections = columns.map(selectionOf)
  const growing = selections.map(({ type }) => (type === 'number' ? growingNumbers() : growingWords()))
  let rows = 0
  for await (const batch of readBatches(source, source.connection, selections, batchRows)) {
    rows += batch.rows
    for (const [j, cells] of batch.cells.entries()) growing[j].add(cells as never)
  }
  return { rows, columns: growing.map((column, j) => column.finish(columns[j].name, rows)) }
}

/** One column as text, null for a missing value: labels, ids. */
export async function readStrings(source: Source, name: string): Promise<(string | null)[]> {
  const column = findColumn(source, name)
  const selection: Selection = { column, sql: wordOf(column.ref, column.storage), type: 'text' }
  const strings: (string | null)[] = []
  for await (const { cells } of readBatches(source, source.connection, [selection], batchRows)) {
    for (const text of cells[0] as (string | null)[]) strings.push(text)
  }
  return strings
}

/** One column of numbers, all present and finite. A file of one column without a header needs no name. */
export async function readScores(source: Source, name: string): Promise<Float64Array> {
  const column = source.headerless && source.columns.length === 1 ? source.columns[0] : findColumn(source, name)
  const expected = 'expected a number in every row'
  if (column.storage === 'word' || column.storage === 'boolean' || column.storage === 'nested') {
    throw new XenolithError(
      'bad-type',
      `${source.displayName}: column ${quoted(column.name)} holds no numbers; ${expected}`,
    )
  }
  const sql = numberOf(column.ref, column.storage)
  const growing = growingNumbers()
  let rows = 0
  for await (const batch of readBatches(source, source.connection, [{ column, sql, type: 'number' }], batchRows)) {
    const values = batch.cells[0] as Float64Array
    const missing = values.findIndex(Number.isNaN)
    if (missing >= 0) {
      const place = await placeOf(source, column, batch.firstRow + missing)
      throw new XenolithError('bad-scores', `${place}: the score is missing; ${expected}`)
    }
    growing.add(values)
    rows += batch.rows
  }
  return growing.finish(column.name, rows).values
}

export function findColumn(source: Source, name: string): SourceColumn {
  const column = source.columns.find((candidate) => candidate.name === name)
  if (!column) throw missingColumn(name, source.columns, source.displayName)
  return column
}

export function nestedColumn(source: Source, { name }: { name: string }): XenolithError {
  const what = `column ${quoted(name)} holds lists or structures`
  return new XenolithError('bad-type', `${source.displayName}: ${what}; expected numbers, text or booleans`)
}

function selectionOf(column: SourceColumn): Selection {
  const { ref, storage, temporal } = column
  return column.kind === 'numeric'
    ? { column, sql: numberOf(ref, storage, temporal), type: 'number' }
    : { column, sql: wordOf(ref, storage), type: 'text' }
}

interface Growing<Part, Whole extends Column> {
  add(part: Part): void
  finish(name: string, rows: number): Whole
}

function growingNumbers(): Growing<Float64Array, Extract<Column, { kind: 'numeric' }>> {
  const parts: Float64Array[] = []
  return {
    add: (part) => parts.push(part),
    finish(name, rows) {
      const values = new Float64Array(rows)
      let at = 0
      for (const part of parts) {
        values.set(part, at)
        at += part.length
      }
      parts.length = 0
      return { name, kind: 'numeric', values }
    },
  }
}

/** Keeps codes in order of appearance, then renames them to the sorted order in which core's own `categoricalColumn` puts them. */
function growingWords(): Growing<(string | null)[], CategoricalColumn> {
  const codeOf = new Map<string | null, number>([[null, -1]])
  const parts: Int32Array[] = []
  return {
    add(part) {
      const codes = new Int32Array(part.length)
      for (let i = 0; i < part.length; i++) {
        let code = codeOf.get(part[i])
        if (code === undefined) codeOf.set(part[i], (code = codeOf.size - 1))
        codes[i] = code
      }
      parts.push(codes)
    },
    finish(name, rows) {
      const words = [...codeOf.keys()].slice(1)
      const { codes: ranks, categories } = categoricalColumn(name, words)
      const codes = new Int32Array(rows)
      let at = 0
      for (const part of parts) for (const code of part) codes[at++] = code < 0 ? code : ranks[code]
      return { name, kind: 'categorical', codes, categories }
    },
  }
}
