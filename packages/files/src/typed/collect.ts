import { XenolithError } from '@xenolith/core'
import { LARGEST } from '@xenolith/core/internals'
import type { Collected } from '../text/collect.js'
import { checkNamed } from '../text/names.js'
import { columnsNamed, type Selection } from '../text/selection.js'
import { notFinite, quoted } from '../text/words.js'
import type { Batch, Cells, Output, TypedColumn } from './batches.js'
import { type Builder, builderOf } from './builders.js'

/** Makes a table of the selected columns of batches, in the order of the file or of the selection. */
export class TypedCollector {
  /** What each batch has to hold. */
  readonly outputs: readonly Output[]
  readonly #builders: readonly Builder[]
  readonly #strings: (string | null)[][]
  readonly #only: ArrayLike<number> | undefined
  #rows = 0
  #passed = 0

  constructor(columns: readonly TypedColumn[], selection: Selection, shown: string, note: (text: string) => void) {
    const { types, strings = [], except = [] } = selection
    this.#only = selection.rows
    const names = columns.map(({ name }) => name)
    checkNamed(columnsNamed(selection), names, shown)
    const byName = new Map(columns.map((column) => [column.name, column]))
    const wanted = selection.features ?? names.filter((name) => !except.includes(name))
    const witness = { shown, place: (row: number) => `${shown}, row ${(this.#only?.[row] ?? row) + 1}`, note }
    this.#builders = wanted.map((name) => builderOf(byName.get(name)!, types?.get(name), witness))
    this.#strings = strings.map(() => [])
    this.outputs = [...this.#builders, ...strings.map((name): Output => ({ column: byName.get(name)!, as: 'word' }))]
  }

  /** The first number of a batch that is not finite. */
  infinite({ cells, firstRow }: Batch): Infinite | undefined {
    for (const [j, { column }] of this.#builders.entries()) {
      const values = cells[j]
      const found = values instanceof Float64Array ? infiniteIn(column.name, values, firstRow) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }

  add(batch: Batch): void {
    this.#passed += batch.rows
    const { cells, rows } = this.#only === undefined ? batch : this.#selected(batch, this.#only)
    this.#rows += rows
    for (const [j, builder] of this.#builders.entries()) builder.add(cells[j] as never)
    for (const [k, texts] of this.#strings.entries()) {
      for (const cell of cells[this.#builders.length + k] as (string | null)[]) texts.push(cell)
    }
  }

  /** Of a batch, the rows that are selected. */
  #selected({ cells, rows, firstRow }: Batch, only: ArrayLike<number>): Batch {
    const kept: number[] = []
    for (let next = this.#rows; only[next] < firstRow + rows; next++) kept.push(only[next] - firstRow)
    const pick = (some: Cells): Cells =>
      some instanceof Float64Array ? Float64Array.from(kept, (row) => some[row]) : kept.map((row) => some[row])
    return { cells: cells.map(pick), rows: kept.length, firstRow }
  }

  finish(): Collected {
    const columns = this.#builders.map((builder) => builder.finish(this.#rows))
    return { table: { rows: this.#rows, columns }, strings: this.#strings, rows: this.#passed }
  }
}

/** A number that no table may hold. */
export interface Infinite {
  readonly name: string
  readonly value: number
  /** Of all rows, counted from 0. */
  readonly row: number
}

export function infiniteIn(name: string, values: Float64Array, firstRow: number): Infinite | undefined {
  const at = values.findIndex((value) => Math.abs(value) > LARGEST)
  return at < 0 ? undefined : { name, value: values[at], row: firstRow + at }
}

export function infiniteValue({ name, value }: Infinite, place: string): XenolithError {
  return new XenolithError('infinite-value', `${place}, column ${quoted(name)}: ${notFinite(String(value))}`)
}
