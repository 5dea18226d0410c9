import { RANK_OF_ALL, RANK_OF_LEAF, RANKED_BYTES } from './ranked-record'
import { justBelow, Nodes, splitValue } from './tree'

/** Numbers to be ranked, feature by feature: order-preserving keys (u64) and where to write the rank (u32). */
// @ts-ignore: decorator
@unmanaged
export class Ranking {
  keys: usize
  places: usize
  /** u32 for each feature: where its numbers go next. */
  next: usize
}

/** Writes the records of one tree, ranks still open, and notes the numbers to be ranked; otherwise as layoutTree. */
export function layoutRanked(
  nodes: Nodes, first: u32, count: u32, rootRows: u32, rangeCheck: bool, leafDepth: usize, scratch: usize, to: usize,
  ranking: Ranking,
): usize {
  if (count == 0) {
    writeLeaf(to, 0, load<f64>(leafDepth + (<usize>rootRows << 3)))
    return to + RANKED_BYTES
  }
  const depths = scratch
  const shared = scratch + (<usize>count << 2)
  memory.fill(shared, 0, (<usize>count << 3) + 32)
  let leaves = count
  store<u32>(depths, 0)
  for (let node: u32 = 0; node < count; node++) {
    const at = <usize>(first + node)
    const depth = load<u32>(depths + (<usize>node << 2)) + 1
    const record = to + <usize>node * RANKED_BYTES
    noteTest(record, nodes, at, rangeCheck, ranking)
    store<u16>(record, <u16>depth, 14)
    store<u16>(record, <u16>(node * 3), 16)
    store<u16>(record, <u16>(node * 3), 22)
    for (let side: usize = 0; side < 2; side++) {
      const child = load<i32>((side == 0 ? nodes.left : nodes.right) + (at << 2))
      let index = <u32>child - first
      if (child >= 0) store<u32>(depths + (<usize>index << 2), depth)
      else {
        const rows = <u32>-child
        const known = shared + (((<usize>depth << 1) + rows) << 2)
        index = rows <= 2 ? load<u32>(known) : 0
        if (index == 0) {
          index = leaves++
          const leaf = to + <usize>index * RANKED_BYTES
          writeLeaf(leaf, index, f64(depth) + load<f64>(leafDepth + (<usize>rows << 3)))
          if (rows <= 2) store<u32>(known, index)
        }
      }
      store<u16>(record + (side << 1), <u16>(index * 3), 18)
    }
  }
  return to + <usize>leaves * RANKED_BYTES
}

function noteTest(record: usize, nodes: Nodes, at: usize, rangeCheck: bool, ranking: Ranking): void {
  const low = load<f64>(nodes.low + (at << 3))
  const high = load<f64>(nodes.high + (at << 3))
  const feature = load<u32>(nodes.feature + (at << 2))
  store<u16>(record, <u16>(feature << 5), 12)
  const next = ranking.next + (<usize>feature << 2)
  let entry = load<u32>(next)
  if (rangeCheck) {
    note(ranking, entry++, justBelow(low), record)
    note(ranking, entry++, high, record + 8)
  } else {
    store<i32>(record, -1)
    store<i32>(record, RANK_OF_ALL, 8)
  }
  note(ranking, entry++, splitValue(low, high, load<u16>(nodes.fraction + (at << 1))), record + 4)
  store<u32>(next, entry)
}

// @ts-ignore: decorator
@inline
function note(ranking: Ranking, entry: u32, value: f64, place: usize): void {
  const bits = reinterpret<i64>(value + 0)
  // Flip all bits of negative numbers and the sign of the others: then keys are ordered as numbers are.
  store<u64>(ranking.keys + (<usize>entry << 3), <u64>(bits ^ ((bits >> 63) | i64.MIN_VALUE)))
  store<u32>(ranking.places + (<usize>entry << 2), <u32>place)
}

function writeLeaf(record: usize, index: u32, depth: f64): void {
  store<i32>(record, RANK_OF_LEAF)
  store<f64>(record, depth, 4)
  store<u32>(record, 0, 12)
  for (let slot: usize = 0; slot < 4; slot++) store<u16>(record + (slot << 1), <u16>(index * 3), 16)
}
