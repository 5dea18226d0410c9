import { type Column, type Feature, MISSING, type Table, UNSEEN, XenolithError } from '@xenolith/core'
import { LARGEST } from '@xenolith/core/internals'
import { textOf } from './ascii.js'
import { Dictionary } from './dictionary.js'
import type { Consumer, Rows } from './feeders.js'
import { JSON_TYPES, type JsonType } from './json-records.js'
import type { Judgement } from './judgement.js'
import { foreignNumber, type ParseNumber, parsePoint } from './locale.js'
import { isMissingNumber, isMissingWord } from './numbers.js'
import { notFinite, quoted } from './words.js'

/** Some rows of a file as a table of a model's features. */
export interface ScannedBatch {
  readonly table: Table
  /** Numbers if every id of the file is a plain integer, else text. */
  readonly ids: Float64Array | readonly string[]
  /** Of all rows, counted from 0. */
  readonly firstRow: number
}

export interface ScanPlan {
  readonly features: readonly Feature[]
  /** How each feature is read. */
  readonly judgements: readonly (Judgement | undefined)[]
  readonly id?: { readonly name: string; readonly kind: 'number' | 'string' }
  readonly batchRows: number
  readonly displayName: string
  /** `FILE, row 7` of a row counted from 0 over all files. */
  place(row: number): string
}

/** Takes rows of text and makes batches of them, `batchRows` at a time. */
export class TextScan implements Rows {
  row = 0
  /** Batches that are complete, oldest first. */
  readonly ready: ScannedBatch[] = []
  #firstRow = 0
  readonly #plan: ScanPlan
  readonly #columns: (NumberCells | CategoryCells)[]
  readonly #byName: ReadonlyMap<string, Consumer>
  readonly #ids: IdCells | undefined

  constructor(plan: ScanPlan) {
    this.#plan = plan
    this.#columns = plan.features.map((feature, j) =>
      feature.kind === 'numeric'
        ? new NumberCells(feature, plan.judgements[j]!, this.#complain)
        : new CategoryCells(feature, this.#complain),
    )
    this.#byName = new Map(this.#columns.map((cells) => [cells.feature.name, cells]))
    if (plan.id !== undefined) this.#ids = new IdCells(plan.id.kind)
    this.#start()
  }

  get totalRows(): number {
    return this.#firstRow + this.row
  }

  consumersOf(name: string): Consumer[] {
    const own = this.#byName.get(name)
    return [...(own === undefined ? [] : [own]), ...(this.#plan.id?.name === name ? [this.#ids!] : [])]
  }

  rowDone(): void {
    if (++this.row === this.#plan.batchRows) this.flush()
  }

  /** The rows so far become a batch. */
  flush(): void {
    const { row: rows } = this
    if (rows === 0) return
    const firstRow = this.#firstRow
    const columns = this.#columns.map((cells) => cells.finish(rows))
    const ids = this.#ids?.finish(rows) ?? Float64Array.from({ length: rows }, (_, i) => firstRow + i + 1)
    this.ready.push({ table: { rows, columns }, ids, firstRow })
    this.#firstRow += rows
    this.row = 0
    this.#start()
  }

  #start(): void {
    for (const cells of this.#columns) cells.start(this.#plan.batchRows)
    this.#ids?.start(this.#plan.batchRows)
  }

  readonly #complain: Complain = (code, feature, row, what) => {
    const { place, displayName } = this.#plan
    const column = `column ${quoted(feature)}`
    if (code === 'bad-type') throw new XenolithError(code, `${displayName}: ${column} ${what}`)
    throw new XenolithError(code, `${place(this.#firstRow + row)}, ${column}: ${what}`)
  }
}

type Complain = (code: 'bad-row' | 'bad-type' | 'infinite-value', feature: string, row: number, what: string) => never
const NESTED = 'holds lists or structures; expected numbers, text or booleans'

class NumberCells implements Consumer {
  readonly feature: Feature
  readonly #parse: ParseNumber
  readonly #what: string
  readonly #complain: Complain
  #values = new Float64Array(0)

  constructor(feature: Feature, { parse, temporal }: Judgement, complain: Complain) {
    this.feature = feature
    this.#parse = parse
    this.#what = temporal ? 'a date' : 'a number'
    this.#complain = complain
  }

  start(rows: number): void {
    this.#values = new Float64Array(rows).fill(Number.NaN)
  }

  add(row: number, data: Uint8Array, start: number, end: number, type: JsonType): void {
    if (type === JSON_TYPES.null) return
    const value = this.#parse(data, start, end)
    if (Number.isNaN(value)) {
      if (isMissingNumber(data, start, end)) return
      if (type === JSON_TYPES.nested) this.#complain('bad-type', this.feature.name, row, NESTED)
      this.#complain('bad-row', this.feature.name, row, this.#notANumber(textOf(data, start, end)))
    }
    if (Math.abs(value) > LARGEST) {
      this.#complain('infinite-value', this.feature.name, row, notFinite(textOf(data, start, end)))
    }
    this.#values[row] = value
  }

  #notANumber(text: string): string {
    const foreign = this.#parse === parsePoint ? foreignNumber(text) : undefined
    const comma = foreign === 'comma' || foreign === 'unclear'
    return `${quoted(text)} is not ${this.#what}${comma ? ' (if its comma is a decimal mark, give --decimal ,)' : ''}`
  }

  finish(rows: number): Column {
    return { name: this.feature.name, kind: 'numeric', values: this.#values.slice(0, rows) }
  }
}

class CategoryCells implements Consumer {
  readonly feature: Feature & { readonly kind: 'categorical' }
  readonly #words = new Dictionary()
  readonly #codeOf: number[] = []
  readonly #complain: Complain
  #codes = new Int32Array(0)

  constructor(feature: Feature & { readonly kind: 'categorical' }, complain: Complain) {
    this.feature = feature
    this.#complain = complain
    const encoder = new TextEncoder()
    for (const [code, category] of feature.categories.entries()) {
      const bytes = encoder.encode(category)
      this.#codeOf[this.#words.add(bytes, 0, bytes.length)] = code
    }
  }

  start(rows: number): void {
    this.#codes = new Int32Array(rows).fill(MISSING)
  }

  add(row: number, data: Uint8Array, start: number, end: number, type: JsonType): void {
    if (type === JSON_TYPES.null || isMissingWord(data, start, end)) return
    if (type === JSON_TYPES.nested) this.#complain('bad-type', this.feature.name, row, NESTED)
    this.#codes[row] = this.#codeOf[this.#words.find(data, start, end)] ?? UNSEEN
  }

  finish(rows: number): Column {
    return { ...this.feature, codes: this.#codes.slice(0, rows) }
  }
}

class IdCells implements Consumer {
  readonly #kind: 'number' | 'string'
  #texts: string[] = []
  #numbers = new Float64Array(0)

  constructor(kind: 'number' | 'string') {
    this.#kind = kind
  }

  start(rows: number): void {
    if (this.#kind === 'string') this.#texts = new Array(rows).fill('')
    else this.#numbers = new Float64Array(rows)
  }

  add(row: number, data: Uint8Array, start: number, end: number, type: JsonType): void {
    if (type === JSON_TYPES.null) return
    const text = textOf(data, start, end)
    if (this.#kind === 'string') this.#texts[row] = text
    else this.#numbers[row] = Number(text)
  }

  finish(rows: number): Float64Array | string[] {
    return this.#kind === 'string' ? this.#texts.slice(0, rows) : this.#numbers.slice(0, rows)
  }
}

/** Finds out whether every cell of a column is an integer that a double holds exactly, written as the double would be. */
export class IdProbe implements Rows {
  row = 0
  readonly #name: string
  #plain = 0

  constructor(name: string) {
    this.#name = name
  }

  consumersOf(name: string): Consumer[] {
    return name === this.#name ? [{ add: (_row, ...cell) => void (isPlainInteger(...cell) && this.#plain++) }] : []
  }

  rowDone(): void {
    this.row++
  }

  get kind(): 'number' | 'string' {
    return this.#plain === this.row ? 'number' : 'string'
  }
}

function isPlainInteger(data: Uint8Array, start: number, end: number, type: JsonType): boolean {
  if (type === JSON_TYPES.null || end - start > 17) return false
  const text = textOf(data, start, end)
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) && String(Number(text)) === text
}
