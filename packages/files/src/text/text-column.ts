import { type CategoricalColumn, type Column, categoricalColumn, MISSING, XenolithError } from '@xenolith/core'
import { LARGEST } from '@xenolith/core/internals'
import { textOf } from './ascii.js'
import { Dictionary } from './dictionary.js'
import { type GrowingCodes, type GrowingNumbers, growingCodes, growingNumbers } from './growing.js'
import { JSON_TYPES, type JsonType } from './json-records.js'
import { emptyTally, type Judgement, judge, type Tally, tallyWord } from './judgement.js'
import type { NumberFormat, ParseNumber } from './locale.js'
import { flagsFor, foreignNumber, parserOf } from './locale.js'
import { isMissingNumber, isMissingWord } from './numbers.js'
import type { Kind } from './selection.js'
import { notFinite, oneLine, quoted } from './words.js'

/** After so many values, all of them numbers or all dates, a column keeps numbers instead of words. */
const SETTLED = 1000

/** What to say of a column, and where: `FILE, row 7, column "x"`. */
export interface Witness {
  readonly shown: string
  place(row: number): string
  note(text: string): void
}

/**
 * One column of text on its way to a column of the table. It keeps the different words, until it has seen enough to keep numbers
 * instead. A word that then turns up all the same is counted; should it make the column one of categories, the file is read
 * again, with `words` set.
 */
export class TextColumn {
  readonly name: string
  readonly #given: Kind | undefined
  readonly #format: ParseNumber | undefined
  #dictionary = new Dictionary()
  #codes: GrowingCodes = growingCodes()
  #counts: GrowingNumbers = growingNumbers()
  #rows: GrowingNumbers = growingNumbers()
  #next = SETTLED
  #values: GrowingNumbers | undefined
  #settled: Judgement | undefined
  #late: Tally = emptyTally()
  #lateText = ''
  #seen = 0
  #strings = false
  #literals = false
  nested = false
  /** Finished, and read with decimal commas. */
  comma = false

  constructor(name: string, given: Kind | undefined, format: NumberFormat, words = false) {
    this.name = name
    this.#given = given
    this.#format = parserOf(format)
    if (words || given === 'categorical') this.#next = Number.POSITIVE_INFINITY
  }

  /** Takes the cell of a row; rows without one are missing values. */
  add(row: number, data: Uint8Array, start: number, end: number, type: JsonType): void {
    if (type !== JSON_TYPES.text) {
      if (type === JSON_TYPES.null) return
      if (type === JSON_TYPES.nested) this.nested = true
      else if (type === JSON_TYPES.string) this.#strings = true
      else this.#literals = true
    }
    if (this.#values === undefined) this.#addWord(row, data, start, end)
    else this.#addValue(row, data, start, end)
  }

  #addWord(row: number, data: Uint8Array, start: number, end: number): void {
    this.#codes.pad(row, MISSING)
    const size = this.#dictionary.size
    const code = this.#dictionary.add(data, start, end)
    if (code === size) {
      this.#counts.push(0)
      this.#rows.push(row)
    }
    this.#codes.push(code)
    this.#counts.increment(code)
    if (++this.#seen === this.#next) this.#settle()
  }

  /** What the cells so far make of the column. */
  judgement(): Judgement {
    return this.#settled ?? judge(this.#tally(), this.#strings && !this.#literals, this.#format)
  }

  #tally(): Tally {
    const tally = emptyTally()
    for (let word = 0; word < this.#dictionary.size; word++) {
      tallyWord(tally, this.#dictionary, word, this.#counts.at(word), this.#rows.at(word), this.#format)
    }
    return tally
  }

  #settle(): void {
    this.#next = 2 * this.#seen
    const tally = this.#tally()
    const judgement = judge(tally, this.#strings && !this.#literals, this.#format)
    const values = tally.numbers + tally.others
    if (values < SETTLED || judgement.kind !== 'numeric' || judgement.unclear) {
      if (values >= SETTLED) this.#next = Number.POSITIVE_INFINITY
      return
    }
    this.#settled = judgement
    this.#late = { ...emptyTally(), numbers: values }
    this.#values = this.#numbers(judgement.parse, this.#codes.length)
    this.#codes = growingCodes()
    this.#dictionary = new Dictionary()
  }

  #addValue(row: number, data: Uint8Array, start: number, end: number): void {
    const values = this.#values!
    values.pad(row, Number.NaN)
    const value = this.#settled!.parse(data, start, end)
    values.push(value)
    if (!Number.isNaN(value)) {
      this.#late.numbers++
      if (Math.abs(value) > LARGEST && this.#infinite < 0) this.#foundInfinite(row, textOf(data, start, end))
      return
    }
    if (isMissingNumber(data, start, end)) return
    if (this.#late.others++ === 0) {
      this.#late.firstOther = row
      this.#lateText = textOf(data, start, end)
    }
    // A rare case, so it may cost: the text is looked at as a person would.
    if (this.#format === undefined && foreignNumber(textOf(data, start, end)) !== undefined) this.#late.grouped++
  }

  #infinite = -1
  #infiniteText = ''
  #foundInfinite(row: number, text: string): void {
    this.#infinite = row
    this.#infiniteText = text
  }

  #numbers(parse: ParseNumber, rows: number): GrowingNumbers {
    const numbers = new Float64Array(this.#dictionary.size)
    for (let word = 0; word < numbers.length; word++) {
      numbers[word] = this.#dictionary.read(word, parse)
      if (Math.abs(numbers[word]) > LARGEST && (this.#infinite < 0 || this.#rows.at(word) < this.#infinite)) {
        this.#foundInfinite(this.#rows.at(word), this.#dictionary.word(word))
      }
    }
    const values = growingNumbers()
    for (let row = 0; row < rows; row++) {
      const code = row < this.#codes.length ? this.#codes.at(row) : MISSING
      values.push(code < 0 ? Number.NaN : numbers[code])
    }
    return values
  }

  /** The column of so many rows, or undefined when the file has to be read again for its words. */
  finish(rows: number, witness: Witness): Column | undefined {
    if (this.nested) {
      const what = `column ${quoted(this.name)} holds lists or structures; expected numbers, text or booleans`
      throw new XenolithError('bad-type', `${witness.shown}: ${what}`)
    }
    if (this.#settled !== undefined && this.#late.others > 0) {
      if (this.#given === 'numeric') {
        if (this.#late.grouped === 0)
          throw this.#notANumber(this.#late.firstOther, this.#lateText, this.#settled, witness)
        return undefined
      }
      const { numbers, others, grouped } = this.#late
      if (grouped > 0 || numbers <= others) return undefined
      throw this.#notANumber(this.#late.firstOther, this.#lateText, this.#settled, witness, true)
    }
    const judgement = this.judgement()
    const kind = this.#given ?? judgement.kind
    if (kind === 'categorical') {
      if (this.#given === undefined && judgement.mistyped) {
        const { firstWord, firstGrouped, firstOther } = this.#tally()
        const row = [firstWord, firstGrouped, firstOther].find(Number.isFinite) ?? firstOther
        throw this.#notANumber(row, this.#wordAt(row), judgement, witness, true)
      }
      return this.#categories(rows)
    }
    return this.#numeric(rows, judgement, witness)
  }

  #numeric(rows: number, judgement: Judgement, witness: Witness): Column {
    const unsettled = this.#settled === undefined
    if (unsettled && judgement.unclear) throw this.#unclear(witness)
    if (unsettled && judgement.kind === 'categorical') {
      const tally = this.#tally()
      if (tally.others > 0) throw this.#notANumber(tally.firstOther, this.#wordAt(tally.firstOther), judgement, witness)
    }
    const values = this.#values ?? this.#numbers(judgement.parse, rows)
    values.pad(rows, Number.NaN)
    if (this.#infinite >= 0) {
      throw new XenolithError(
        'infinite-value',
        `${witness.place(this.#infinite)}, column ${quoted(this.name)}: ${notFinite(this.#infiniteText)}`,
      )
    }
    this.comma = judgement.comma
    const column = { name: this.name, kind: 'numeric' as const, values: values.toArray(new Float64Array(rows)) }
    return judgement.temporal ? { ...column, temporal: true } : column
  }

  #categories(rows: number): CategoricalColumn {
    const words: string[] = []
    const ranks = new Int32Array(this.#dictionary.size)
    for (let word = 0; word < ranks.length; word++) {
      const missing = this.#dictionary.read(word, isMissingWord)
      ranks[word] = missing ? MISSING : words.push(this.#dictionary.word(word)) - 1
    }
    const { codes: sorted, categories } = categoricalColumn(this.name, words)
    for (let word = 0; word < ranks.length; word++) if (ranks[word] >= 0) ranks[word] = sorted[ranks[word]]
    this.#codes.pad(rows, MISSING)
    const codes = this.#codes.toArray(new Int32Array(rows), (code) => (code < 0 ? MISSING : ranks[code]))
    return { name: this.name, kind: 'categorical', codes, categories }
  }

  #wordAt(row: number): string {
    return this.#dictionary.word(this.#codes.at(row))
  }

  #notANumber(row: number, text: string, { temporal }: Judgement, witness: Witness, hint = false): XenolithError {
    const flags = this.#format === undefined ? flagsFor(text) : undefined
    const grouped = flags === undefined ? '' : `${flags} for marks between thousands, or `
    const advice = hint
      ? ` (give ${grouped}--types ${oneLine(this.name)}=categorical to read the column as categories)`
      : ''
    const what = `${quoted(text)} is not ${temporal ? 'a date' : 'a number'}${advice}`
    return new XenolithError('bad-row', `${witness.place(row)}, column ${quoted(this.name)}: ${what}`)
  }

  #unclear(witness: Witness): XenolithError {
    const row = this.#tally().firstUnclear
    const what = `${quoted(this.#wordAt(row))} may have a decimal comma or a comma between thousands; say which by --decimal , or --thousands ,`
    return new XenolithError('bad-row', `${witness.place(row)}, column ${quoted(this.name)}: ${what}`)
  }
}
