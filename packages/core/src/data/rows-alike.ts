import type { Table } from './table.js'

/** So many rows that are alike are a kind of rows that counts as a whole. */
export const MANY = 10

/** The rows of which there are at least `many` alike, kind by kind, in the order of their first rows. */
export function rowsAlike({ rows, columns }: Table, many: number = MANY): number[][] {
  // Rows share a bucket if they are alike in the columns so far, and seldom otherwise: where no bucket is full, no kind is.
  let size = 1
  while (size < 4 * rows) size *= 2
  const hashes = new Int32Array(rows)
  let left = Int32Array.from(hashes.keys())
  for (const column of columns) {
    const values = column.kind === 'numeric' ? column.values : column.codes
    addToHashes(hashes, values, left)
    const counts = new Uint8Array(size)
    for (const row of left) if (counts[hashes[row] & (size - 1)] < many) counts[hashes[row] & (size - 1)]++
    left = left.filter((row) => counts[hashes[row] & (size - 1)] >= many)
    if (left.length === 0) return []
  }
  // What shares a bucket is told apart for good: `group` numbers those that are alike so far.
  let group: Int32Array = new Int32Array(left.length)
  let groups = 1
  for (const column of columns) {
    const values = column.kind === 'numeric' ? column.values : column.codes
    const codes = numbered(left, (row) => values[row])
    const refined = numbered(group.keys(), (i) => group[i] * codes.size + codes.numbers[i])
    group = refined.numbers
    groups = refined.size
  }
  const members: number[][] = Array.from({ length: groups }, () => [])
  group.forEach((number, i) => {
    members[number].push(left[i])
  })
  return members.filter((kind) => kind.length >= many)
}

/** Numbers equal keys alike, from 0 in the order in which they come; -0 equals 0, and missing values equal one another. */
function numbered(items: Iterable<number>, keyOf: (item: number) => number): { numbers: Int32Array; size: number } {
  const known = new Map<number, number>()
  const numbers: number[] = []
  for (const item of items) {
    const key = keyOf(item)
    const number = known.get(key) ?? known.size
    if (number === known.size) known.set(key, number)
    numbers.push(number)
  }
  return { numbers: Int32Array.from(numbers), size: known.size }
}

/** Mixes the values of a column into the hashes of these rows. */
function addToHashes(hashes: Int32Array, values: ArrayLike<number>, rows: Int32Array): void {
  const number = new Float64Array(1)
  const words = new Int32Array(number.buffer)
  for (const row of rows) {
    const value = values[row]
    number[0] = Number.isNaN(value) ? Number.NaN : value + 0
    let hash = Math.imul(hashes[row] ^ words[0], 0xcc9e2d51)
    hash = Math.imul(hash ^ (hash >>> 15) ^ words[1], 0x1b873593)
    hashes[row] = hash ^ (hash >>> 13)
  }
}
