import type { Column, Table } from './table.js'

/** How many rows repeat others, in cells that a model would see. */
export interface Copies {
  /** Share of the rows of each table that repeat an earlier row of it. */
  readonly nominal: number
  readonly mixture: number
  /** Share of the mixture rows whose cells some nominal row has too. */
  readonly across: number
}

/** Counts rows with equal cells in two tables of the same columns, by 53-bit hashes: of a million rows, none is mistaken but once in ten thousand tables. */
export function findCopies(nominal: Table, mixture: Table): Copies {
  const [a, b] = [rowKeys(nominal).sort(), rowKeys(mixture).sort()]
  return { nominal: repeated(a), mixture: repeated(b), across: shareIn(b, a) }
}

function repeated(sorted: Float64Array): number {
  let again = 0
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) again++
  return sorted.length === 0 ? 0 : again / sorted.length
}

function shareIn(sorted: Float64Array, others: Float64Array): number {
  let found = 0
  let j = 0
  for (const key of sorted) {
    while (j < others.length && others[j] < key) j++
    if (others[j] === key) found++
  }
  return sorted.length === 0 ? 0 : found / sorted.length
}

/** A number for each row that equal cells share; categories count by their names, so that tables can be compared. */
export function rowKeys({ rows, columns }: Table): Float64Array {
  const [high, low] = [new Uint32Array(rows).fill(0x9e3779b9), new Uint32Array(rows).fill(0x85ebca6b)]
  for (const column of columns) {
    const words = cellWords(column)
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < 2; k++) {
        const word = words[2 * row + k]
        high[row] = Math.imul(high[row] ^ word, 0xcc9e2d51) + (high[row] >>> 15)
        low[row] = Math.imul(low[row] + word, 0x1b873593) ^ (low[row] >>> 13)
      }
    }
  }
  return Float64Array.from({ length: rows }, (_, row) => mix(high[row]) * 2 ** 21 + (mix(low[row]) >>> 11))
}

/** Two words for each cell. */
function cellWords(column: Column): Uint32Array {
  if (column.kind === 'numeric') {
    // One zero and one NaN: -0 equals 0, and missing values are alike.
    const values = column.values.map((value) => (Number.isNaN(value) ? Number.NaN : value + 0))
    return new Uint32Array(values.buffer)
  }
  const names = column.categories.map(hashText)
  const words = new Uint32Array(2 * column.codes.length)
  column.codes.forEach((code, row) => {
    words[2 * row] = code < 0 ? code : names[code]
    words[2 * row + 1] = code < 0 ? 1 : 2
  })
  return words
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** MurmurHash3's finaliser. */
function mix(hash: number): number {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
