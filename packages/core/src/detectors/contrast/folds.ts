import { MISSING, type Table } from '../../data/table.js'
import { streamWords } from '../../numeric/random.js'

/*
 * Which fold a row belongs to follows from its values and the seed alone, for training rows and new rows alike. So one
 * function scores them all: the trees of a row's fold, which were grown on the other folds. Equal rows share a fold, so
 * none of them is judged by trees that its equals have trained.
 */

const scratch = new Float64Array(1)
const words = new Uint32Array(scratch.buffer)

/** The fold of every row of an aligned table. */
export function foldsOf(table: Table, folds: number, seed: number): Uint8Array {
  const hashes = new Int32Array(table.rows)
  const [first, second] = streamWords(seed, 'fold')
  hashes.fill(mix(first, second))
  for (const column of table.columns) {
    if (column.kind === 'numeric') {
      for (let i = 0; i < table.rows; i++) {
        const x = column.values[i]
        // One missing value and one zero, whichever bits they have.
        scratch[0] = x + 0
        if (Number.isNaN(x)) hashes[i] = mix(mix(hashes[i], MISSING), MISSING)
        else hashes[i] = mix(mix(hashes[i], words[0]), words[1])
      }
    } else for (let i = 0; i < table.rows; i++) hashes[i] = mix(hashes[i], column.codes[i])
  }
  return Uint8Array.from(hashes, (hash) => (finish(hash) >>> 0) % folds)
}

/** The rounds of MurmurHash3. */
function mix(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const h = hash ^ k
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

function finish(hash: number): number {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
