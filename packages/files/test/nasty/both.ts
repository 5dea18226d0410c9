import { basename } from 'node:path'
import { type Column, XenolithError } from '@xenolith/core'
import { expect } from 'vitest'
import { readBytes } from '../../src/pure/read-bytes.js'
import type { Folder } from '../folder.js'
import { withSource } from '../folder.js'

/** A file that is hard to read, and what both readers make of it: rows and columns, or the refusal. */
export type Nasty = readonly [name: string, content: string | Uint8Array, gives: string]

/** Files of fewer bytes than FEW are read in pieces of a few bytes. */
const FEW = 500
const PIECE = 5

/** Holds that both readers give the same table, names, notes and fingerprint, or the same refusal, and that it is the one expected. */
export async function expectBoth(folder: Folder, [name, content, gives]: Nasty): Promise<void> {
  const path = await folder.put(name, content)
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const pure = await outcome(() => {
    const { table, names, notes, fingerprint } = readBytes(bytes, { name: path, everyColumn: true })
    return { table, names: [...names], notes: [...notes].sort(), fingerprint: { ...fingerprint } }
  })
  expect(inWords(pure, path)).toBe(gives)
  const chunkBytes = bytes.length < FEW ? PIECE : undefined
  const node = await outcome(() =>
    withSource(
      path,
      async (source) => {
        const { table, names, notes, fingerprint } = await source.read({})
        const headerless = source.headerless ? [`${path} has no header: its columns are column0, column1, ...`] : []
        return { table, names: [...names], notes: [...headerless, ...notes].sort(), fingerprint }
      },
      { chunkBytes },
    ),
  )
  expect(node).toEqual(pure)
}

interface Found {
  readonly table: { readonly rows: number; readonly columns: readonly Column[] }
  readonly notes: readonly string[]
}

async function outcome<T extends Found>(work: () => T | Promise<T>): Promise<T | { refused: string }> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof XenolithError)) throw error
    return { refused: `${error.code}: ${error.message}` }
  }
}

const SHOWN = 4

function inWords(found: Found | { refused: string }, path: string): string {
  if ('refused' in found) return found.refused.replaceAll(path, basename(path))
  const { rows, columns } = found.table
  const notes = found.notes.map((note) => ` (${note.replaceAll(path, '').replace(/^[: ]*/, '')})`)
  return `${rows}: ${columns.slice(0, SHOWN).map(columnInWords).join(', ')}${notes.join('')}`
}

function columnInWords(column: Column): string {
  const cells = Array.from({ length: SHOWN }, (_, i) => {
    if (column.kind === 'numeric') return i < column.values.length ? numberInWords(column.values[i]) : undefined
    const code = column.codes[i]
    return code === undefined ? undefined : code < 0 ? 'none' : JSON.stringify(column.categories[code].slice(0, 20))
  })
  const shown = cells.filter((cell) => cell !== undefined).join(' ')
  return `${column.name.slice(0, 20)} = ${shown}`
}

function numberInWords(x: number): string {
  return Number.isNaN(x) ? 'none' : Object.is(x, -0) ? '-0' : String(x)
}
