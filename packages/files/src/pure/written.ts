import type { Column } from '@xenolith/core'
import { noteCommas } from '../text/collect.js'
import { JSON_TYPES } from '../text/json-records.js'
import type { NumberFormat } from '../text/locale.js'
import type { Note } from '../text/note.js'
import type { Kind } from '../text/selection.js'
import { TextColumn } from '../text/text-column.js'

/** Cells as they stand in a file of text: cell k is `data` from `offsets[k]` to `offsets[k + 1]`, in UTF-8. */
export interface WrittenCells {
  readonly data: Uint8Array
  readonly offsets: ArrayLike<number>
  /** Strings of JSON, which are text even where they look like numbers. */
  readonly strings?: boolean
}

export interface WrittenOptions extends NumberFormat {
  /** What to call the file in messages. */
  readonly shown: string
  /** How the column is to be read; without it, its cells tell. */
  readonly kind?: Kind
  readonly note: Note
}

/**
 * A column of cells that somebody else took out of a file of text, read as this package reads such files.
 *
 * @example
 * ```ts
 * const data = new TextEncoder().encode('1.5?2')
 * const cells = { data, offsets: [0, 3, 4, 5] }
 * writtenColumn('x', cells, { shown: 'a.csv', note: () => {} }) // => { name: 'x', kind: 'numeric', values: Float64Array(3) [ 1.5, NaN, 2 ] }
 * ```
 */
export function writtenColumn(name: string, cells: WrittenCells, options: WrittenOptions): Column {
  return finished(name, cells, options, false) ?? finished(name, cells, options, true)!
}

/** Undefined where all words have to be kept, because words turned up late in a column that had been numbers. */
function finished(
  name: string,
  { data, offsets, strings }: WrittenCells,
  { shown, kind, note, ...format }: WrittenOptions,
  words: boolean,
): Column | undefined {
  const type = strings ? JSON_TYPES.string : JSON_TYPES.text
  const text = new TextColumn(name, kind, format, words)
  const rows = offsets.length - 1
  for (let row = 0; row < rows; row++) text.add(row, data, offsets[row], offsets[row + 1], type)
  const witness = { shown, place: (row: number) => `${shown}, row ${row + 1}`, note }
  const column = text.finish(rows, witness)
  if (text.comma) noteCommas([name], witness)
  return column
}
