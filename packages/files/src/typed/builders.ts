import { type Column, categoricalColumn, type Feature, MISSING, UNSEEN, XenolithError } from '@xenolith/core'
import { noteCommas } from '../text/collect.js'
import { growingCodes, growingNumbers } from '../text/growing.js'
import { JSON_TYPES } from '../text/json-records.js'
import type { Kind } from '../text/selection.js'
import { TextColumn, type Witness } from '../text/text-column.js'
import { quoted } from '../text/words.js'
import type { Output, TypedColumn } from './batches.js'
import { kindOf } from './storage.js'

/** A column of a table in the making. */
export interface Builder extends Output {
  add(cells: never): void
  finish(rows: number): Column
}

export function builderOf(column: TypedColumn, given: Kind | undefined, witness: Witness): Builder {
  const { name, storage } = column
  if (storage === 'nested') throw nestedColumn(name, witness.shown)
  const kind = given ?? kindOf(storage)
  if (kind === 'categorical') return words(column)
  if (kindOf(storage) === 'categorical') return writtenNumbers(column, witness)
  const values = growingNumbers()
  return {
    column,
    as: 'number',
    add: (cells: Float64Array) => {
      for (const value of cells) values.push(value)
    },
    finish: (rows) => {
      const numbers = { name, kind: 'numeric' as const, values: values.toArray(new Float64Array(rows)) }
      return storage === 'temporal' ? { ...numbers, temporal: true } : numbers
    },
  }
}

/** Numbers that are declared as text. */
function writtenNumbers(column: TypedColumn, witness: Witness): Builder {
  const text = new TextColumn(column.name, 'numeric', {})
  const encoder = new TextEncoder()
  let row = 0
  return {
    column,
    as: 'word',
    add: (cells: (string | null)[]) => {
      for (const cell of cells) {
        const bytes = encoder.encode(cell ?? '')
        text.add(row++, bytes, 0, bytes.length, JSON_TYPES.text)
      }
    },
    finish: (rows) => {
      const finished = text.finish(rows, witness)!
      if (text.comma) noteCommas([column.name], witness)
      return finished
    },
  }
}

/** Codes in order of appearance, then those of the sorted categories. */
function words(column: TypedColumn): Builder {
  const { name } = column
  const codeOf = new Map<string, number>()
  const codes = growingCodes()
  return {
    column,
    as: 'word',
    add: (cells: (string | null)[]) => {
      for (const cell of cells) {
        if (cell === null) codes.push(MISSING)
        else {
          const code = codeOf.get(cell) ?? codeOf.size
          if (code === codeOf.size) codeOf.set(cell, code)
          codes.push(code)
        }
      }
    },
    finish(rows) {
      const { codes: ranks, categories } = categoricalColumn(name, [...codeOf.keys()])
      const ranked = codes.toArray(new Int32Array(rows), (code) => (code < 0 ? code : ranks[code]))
      return { name, kind: 'categorical', codes: ranked, categories }
    },
  }
}

/** A column of a model's feature, a batch at a time. */
export interface Lookup extends Output {
  of(cells: never): Column
}

export function lookupOf(feature: Feature, column: TypedColumn | undefined, displayName: string): Lookup {
  if (column === undefined) {
    const what = `${displayName} has no column ${quoted(feature.name)}, a feature of the model`
    throw new XenolithError('missing-column', what)
  }
  const { storage } = column
  if (storage === 'nested') throw nestedColumn(feature.name, displayName)
  const fits =
    feature.kind === 'numeric'
      ? kindOf(storage) === 'numeric'
      : kindOf(storage) === 'categorical' || storage === 'integer'
  if (!fits) {
    const [holds, known] = feature.kind === 'numeric' ? ['text', 'numbers'] : ['numbers', 'categories']
    const what = `column ${quoted(feature.name)} holds ${holds}; the model knows it as ${known}`
    throw new XenolithError('bad-type', `${displayName}: ${what}`)
  }
  if (feature.kind === 'numeric')
    return { column, as: 'number', of: (values: Float64Array) => ({ ...feature, values }) }
  const codeOf = new Map(feature.categories.map((category, code) => [category, code]))
  const code = (word: string | null): number => (word === null ? MISSING : (codeOf.get(word) ?? UNSEEN))
  return {
    column,
    as: 'word',
    of: (cells: (string | null)[]) => ({ ...feature, codes: Int32Array.from(cells, code) }),
  }
}

function nestedColumn(name: string, displayName: string): XenolithError {
  const what = `column ${quoted(name)} holds lists or structures; expected numbers, text or booleans`
  return new XenolithError('bad-type', `${displayName}: ${what}`)
}
