import { type Feature, XenolithError } from '@xenolith/core'
import type { Consumer, Rows } from './feeders.js'
import type { Judgement } from './judgement.js'
import { type NumberFormat, parsePoint } from './locale.js'
import { TextColumn } from './text-column.js'
import { quoted } from './words.js'

const SAMPLE_ROWS = 10_000

/** Looks at the first rows of a file to see how the features of a model are to be read in it. */
export class Sample implements Rows {
  row = 0
  /** The names that occurred. */
  readonly seen: Set<string> = new Set()
  readonly #columns: Map<string, TextColumn>

  constructor(features: readonly Feature[], format: NumberFormat) {
    this.#columns = new Map(features.map(({ name, kind }) => [name, new TextColumn(name, kind, format, true)]))
  }

  /** Enough was seen; what comes after is not looked at. */
  get done(): boolean {
    return this.row >= SAMPLE_ROWS
  }

  consumersOf(name: string): Consumer[] {
    this.seen.add(name)
    const column = this.#columns.get(name)
    if (column === undefined) return []
    return [{ add: (row, ...cell) => void (row < SAMPLE_ROWS && column.add(row, ...cell)) }]
  }

  rowDone(): void {
    this.row++
  }

  /** How a feature is read. Refuses a column that cannot be what the model knows. */
  judgement(feature: Feature, displayName: string): Judgement {
    const column = this.#columns.get(feature.name)!
    const found = column.judgement()
    const refuse = (what: string): never => {
      throw new XenolithError('bad-type', `${displayName}: column ${quoted(feature.name)} ${what}`)
    }
    if (column.nested) refuse('holds lists or structures; expected numbers, text or booleans')
    if (feature.kind === 'categorical') {
      const isWord = (category: string): boolean => {
        const bytes = new TextEncoder().encode(category)
        return Number.isNaN(found.parse(bytes, 0, bytes.length))
      }
      if (found.kind === 'numeric' && found.numbers && feature.categories.every(isWord))
        refuse('holds numbers; the model knows it as categories')
    }
    // One comma each, and no telling what it stands for: such cells are refused.
    return found.unclear ? { ...found, parse: parsePoint } : found
  }
}
