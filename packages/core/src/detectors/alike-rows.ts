import { selectRows, type Table } from '../data/table.js'
import type { Fit } from './detector.js'

/*
 * Rows that are alike to the last value are an atom: every new row of the kind has one score, that of the whole model.
 * Scored out of the bag, or by folds, the training rows among them have different scores around that one, because
 * different parts of the model judge them. So just below the atom some of its training rows are counted where no new row
 * would be: F0 comes out too high there, by up to half of the atom, and whoever looks for the highest threshold that can be
 * proved finds just that place. On two rounded features an alpha that was right was refuted, and bt-patrasen said .45 to .78 for .1.
 *
 * Rows of which there are at least MANY take the score of the whole model instead, which a new row of the kind gets. That each of
 * them was trained on hardly matters to it: the others are there all the same. Of rarer kinds too few meet at a threshold to matter.
 */
export const MANY = 10

/** Kinds of training rows that are to be scored as new rows are: an example of each, and its rows. */
export interface AlikeRows {
  readonly examples: Table
  readonly kinds: readonly (readonly number[])[]
}

/** The kinds of which there are many; undefined where there are none, which is most often. */
export function alikeRows(table: Table): AlikeRows | undefined {
  const kinds = rowsAlike(table)
  if (kinds.length === 0) return undefined
  const firsts = kinds.map(([first]) => first)
  return { examples: selectRows(table, firsts), kinds }
}

/** Those of a fit, among the rows that it scored; undefined too where nothing was trained, so that training rows are judged as new ones are. */
export function alikeRowsOf({ scores, nominalScores, scored }: Fit<unknown>, table: Table): AlikeRows | undefined {
  const own = scored === undefined ? table : selectRows(table, scored)
  return nominalScores === 'given' || scores.length !== own.rows ? undefined : alikeRows(own)
}

/** The scores of training rows, those of `kinds` replaced by what the whole model says of their examples. */
export function settleAlike(scores: Float64Array, { kinds }: AlikeRows, whole: Float64Array): Float64Array {
  const settled = scores.slice()
  kinds.forEach((rows, k) => {
    for (const row of rows) settled[row] = whole[k]
  })
  return settled
}

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
