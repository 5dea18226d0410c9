import type { Random } from '../numeric/random.js'
import { bagged, MOST_TIMES } from './best-split.js'

/** Draws with replacement, and counts in `times` how often each row came up. */
export function drawTimes(rows: Int32Array, draws: number, times: Uint8Array, random: Random): void {
  const scale = rows.length / 4294967296
  for (let i = draws; i > 0; i--) {
    const row = rows[(random.next() * scale) | 0]
    if (times[row] < MOST_TIMES) times[row]++
  }
}

/** Puts the rows that were drawn into the bag, in their order; how many they are, and draws of each class. */
export function fillBag(
  bag: Int32Array,
  rows: Int32Array,
  times: Uint8Array,
  isMixture: Uint8Array,
): { readonly size: number; readonly nominal: number; readonly mixture: number } {
  const count = [0, 0]
  let size = 0
  for (const row of rows) {
    if (times[row] === 0) continue
    bag[size++] = bagged(row, times[row], isMixture[row])
    count[isMixture[row]] += times[row]
  }
  return { size, nominal: count[0], mixture: count[1] }
}
