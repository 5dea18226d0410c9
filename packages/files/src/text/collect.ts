import type { Column, Table } from '@xenolith/core'
import { textOf } from './ascii.js'
import type { Consumer, Rows } from './feeders.js'
import { JSON_TYPES } from './json-records.js'
import type { NumberFormat } from './locale.js'
import { isMissingWord } from './numbers.js'
import type { Selection } from './selection.js'
import { TextColumn, type Witness } from './text-column.js'
import { listed } from './words.js'

export interface Collected {
  readonly table: Table
  /** As the selection lists them; null for a missing value. */
  readonly strings: readonly (readonly (string | null)[])[]
  /** Rows of the files, selected or not. */
  readonly rows: number
}

/** Takes rows of text and makes a table of the columns that are selected, in the order of the file or of the selection. */
export class Collector implements Rows {
  row = 0
  /** How many of the rows were kept: all, or those that are selected. */
  kept = 0
  readonly #selection: Selection
  readonly #format: NumberFormat
  readonly #wordy: ReadonlySet<string>
  readonly #columns = new Map<string, TextColumn>()
  readonly #strings = new Map<string, TextStrings>()
  readonly #features: ReadonlySet<string> | undefined
  readonly #except: ReadonlySet<string>

  /** `wordy`: columns of which every word is kept. */
  constructor(selection: Selection, format: NumberFormat, wordy: ReadonlySet<string> = new Set()) {
    this.#selection = selection
    this.#format = format
    this.#wordy = wordy
    this.#features = selection.features && new Set(selection.features)
    this.#except = new Set(selection.except)
  }

  consumersOf(name: string): Consumer[] {
    const consumers: Consumer[] = []
    if (this.#features === undefined ? !this.#except.has(name) : this.#features.has(name)) {
      const column =
        this.#columns.get(name) ??
        new TextColumn(name, this.#selection.types?.get(name), this.#format, this.#wordy.has(name))
      this.#columns.set(name, column)
      consumers.push(column)
    }
    if (this.#selection.strings?.includes(name)) {
      const strings = this.#strings.get(name) ?? new TextStrings()
      this.#strings.set(name, strings)
      consumers.push(strings)
    }
    const { rows } = this.#selection
    if (rows === undefined) return consumers
    return consumers.map((consumer) => ({
      add: (row, ...cell) => {
        if (row === rows[this.kept]) consumer.add(this.kept, ...cell)
      },
    }))
  }

  rowDone(): void {
    const { rows } = this.#selection
    if (rows === undefined || this.row === rows[this.kept]) this.kept++
    this.row++
  }

  /** The columns that have to be read again for their words, or what was collected. */
  finish(witness: Witness): Collected | ReadonlySet<string> {
    const { features, strings = [] } = this.#selection
    const wanted = features?.map((name) => this.#columns.get(name)!) ?? [...this.#columns.values()]
    const again = new Set<string>()
    const columns: Column[] = []
    for (const column of wanted) {
      const finished = column.finish(this.kept, witness)
      if (finished === undefined) again.add(column.name)
      else columns.push(finished)
    }
    if (again.size > 0) return again
    noteCommas(
      wanted.filter(({ comma }) => comma).map(({ name }) => name),
      witness,
    )
    const texts = strings.map((name) => this.#strings.get(name)!.finish(this.kept))
    return { table: { rows: this.kept, columns }, strings: texts, rows: this.row }
  }
}

/** Says of which columns the commas were taken for decimal marks, though nobody said so. */
export function noteCommas(names: readonly string[], { shown, note }: Witness): void {
  if (names.length > 0) note(`${shown}: read with decimal commas: ${listed(names)}`)
}

/** A column as it is written. */
class TextStrings implements Consumer {
  readonly #texts: (string | null)[] = []

  add(row: number, data: Uint8Array, start: number, end: number, type: number): void {
    if (type === JSON_TYPES.null) return
    while (this.#texts.length < row) this.#texts.push(null)
    this.#texts.push(isMissingWord(data, start, end) ? null : textOf(data, start, end))
  }

  finish(rows: number): (string | null)[] {
    while (this.#texts.length < rows) this.#texts.push(null)
    return this.#texts
  }
}
