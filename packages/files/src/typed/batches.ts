import type { Storage } from './storage.js'

export interface TypedColumn {
  readonly name: string
  readonly storage: Storage
}

/**
 * How a column's cells are wanted: `number` NaN for a missing value, dates as seconds since 1970; `word` null for a missing or empty one;
 * `id` text, empty for a missing one.
 */
export interface Output {
  readonly column: TypedColumn
  readonly as: 'number' | 'word' | 'id'
}

export type Cells = Float64Array | (string | null)[]

export interface Batch {
  /** Of all rows, counted from 0. */
  readonly firstRow: number
  readonly rows: number
  /** One per output. */
  readonly cells: readonly Cells[]
}

/** Room for so many rows of each output. */
export function roomFor(outputs: readonly Output[], rows: number): Cells[] {
  return outputs.map(({ as }) => (as === 'number' ? new Float64Array(rows) : []))
}

/** Gathers cells that come in pieces of any size into batches of `batchRows`. `copy` fills rows of all cells from a piece. */
export class Batching<Piece> {
  readonly #outputs: readonly Output[]
  readonly #batchRows: number
  readonly #copy: (piece: Piece, output: number, from: number, count: number, to: Cells, at: number) => void
  #pending: Cells[]
  #filled = 0
  #firstRow = 0

  constructor(
    outputs: readonly Output[],
    batchRows: number,
    copy: (piece: Piece, output: number, from: number, count: number, to: Cells, at: number) => void,
  ) {
    this.#outputs = outputs
    this.#batchRows = batchRows
    this.#copy = copy
    this.#pending = roomFor(outputs, batchRows)
  }

  *add(piece: Piece, rows: number): Generator<Batch> {
    for (let from = 0; from < rows; ) {
      const count = Math.min(rows - from, this.#batchRows - this.#filled)
      for (let j = 0; j < this.#outputs.length; j++) this.#copy(piece, j, from, count, this.#pending[j], this.#filled)
      from += count
      this.#filled += count
      if (this.#filled === this.#batchRows) yield* this.flush()
    }
  }

  /** What is left at the end. */
  *flush(): Generator<Batch> {
    const rows = this.#filled
    if (rows === 0) return
    const cells = rows === this.#batchRows ? this.#pending : this.#pending.map((some) => some.slice(0, rows))
    const firstRow = this.#firstRow
    this.#firstRow += rows
    this.#filled = 0
    this.#pending = roomFor(this.#outputs, this.#batchRows)
    yield { firstRow, rows, cells }
  }
}
