import type { Random } from '../numeric/random.js'
import { numericTable, type Table } from './table.js'

/** The synthetic scenario of the papers: nominal rows are N(0, I9). */
export const PAPER_WIDTH = 9
const SHIFT = 3
const NAMES = Array.from({ length: PAPER_WIDTH }, (_, j) => `x${j + 1}`)

export function paperNominalRow(random: Random): Float64Array {
  const row = new Float64Array(PAPER_WIDTH)
  for (let j = 0; j < PAPER_WIDTH; j++) row[j] = random.normal()
  return row
}

/** An alien: 3 (with probability .4) or 4 random coordinates are shifted by 3. */
export function paperAlienRow(random: Random): Float64Array {
  const row = paperNominalRow(random)
  const shifted = random.float() < 0.4 ? 3 : 4
  const left = Array.from({ length: PAPER_WIDTH }, (_, j) => j)
  for (let k = 0; k < shifted; k++) row[left.splice(random.below(left.length), 1)[0]] += SHIFT
  return row
}

/**
 * `rows` rows of which the given ones are aliens.
 *
 * @example
 * ```ts
 * const mixture = paperTable(100, (row) => row % 2 === 0, substream(1, 'mixture'))
 * mixture.columns.length // => 9
 * ```
 */
export function paperTable(rows: number, isAlien: (row: number) => boolean, random: Random): Table {
  const data: Float64Array[] = []
  for (let i = 0; i < rows; i++) data.push(isAlien(i) ? paperAlienRow(random) : paperNominalRow(random))
  return numericTable(data, NAMES)
}
