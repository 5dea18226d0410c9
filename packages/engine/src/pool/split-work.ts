import type { Lane } from './lane.js'
import type { Pool } from './pool.js'

/** Rows times trees between two looks at the progress. */
const PIECE_WORK = 320_000
const MOST_PIECE = 32

/** Small work stays on the calling thread. */
export async function lanesFor(pool: Pool, work: number, pieces: number): Promise<Lane[]> {
  return work < pool.smallWork ? [await pool.local()] : pool.lanes(pieces)
}

/** Trees or projections that a lane takes at a time. */
export function pieceSize(rows: number, total: number, lanes: number): number {
  const even = Math.ceil(total / (4 * lanes))
  return Math.max(1, Math.min(MOST_PIECE, even, Math.floor(PIECE_WORK / rows)))
}

/** The sums of several lanes, element by element, in the first of them. */
export function addUp<A extends Float64Array | Uint32Array>(parts: readonly A[]): A {
  const [sum, ...rest] = parts
  for (const part of rest) for (let i = 0; i < sum.length; i++) sum[i] += part[i]
  return sum
}
