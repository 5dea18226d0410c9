import { endOf, Ends } from './ends'
import { HEAVY_RIGHT, LEAST_RANK, MOST_RANK, RANKED_BYTES } from './ranked-record'
import { justBelow, Nodes, splitValue } from './tree'

/**
 * Numbers to be ranked, feature by feature: order-preserving keys (u64) and where to write the rank (u32); an odd place
 * is one byte further and gets the rank after it.
 */
// @ts-ignore: decorator
@unmanaged
export class Ranking {
  keys: usize
  places: usize
  /** u32 for each feature: where its numbers go next. */
  next: usize
}

/**
 * Writes the records of one tree at `to`, ranks still open, notes the numbers to be ranked, and returns where the
 * records end. `first` is the tree's root among `nodes`, `count` its nodes, at least one. `scratch` has room for
 * 12 * count + 16 bytes.
 */
export function layoutRanked(
  nodes: Nodes, first: u32, count: u32, rangeCheck: bool, ends: Ends, scratch: usize, to: usize, ranking: Ranking,
): usize {
  let top = scratch
  let node = <i32>first
  let place: usize = 0
  let parent: u32 = 0
  let record = to
  for (let written: u32 = 0; written < count; written++) {
    const at = <usize>node
    if (place != 0) store<u16>(place, <u16>(written - parent))
    const left = load<i32>(nodes.left + (at << 2))
    const right = load<i32>(nodes.right + (at << 2))
    if (left < 0) store<u16>(record, endOf(ends, <u32>-left), 8)
    if (right < 0) store<u16>(record, endOf(ends, <u32>-right), 10)
    const leftFirst = sizeOf(nodes, left) >= sizeOf(nodes, right)
    noteTest(record, nodes, at, leftFirst ? 0 : HEAVY_RIGHT, rangeCheck, ranking)
    const next = leftFirst ? left : right
    const other = leftFirst ? right : left
    if (other >= 0) {
      store<i32>(top, other)
      store<u32>(top, <u32>(record + (leftFirst ? 10 : 8)), 4)
      store<u32>(top, written, 8)
      top += 12
    }
    if (next >= 0) {
      node = next
      place = record + (leftFirst ? 8 : 10)
      parent = written
    } else if (top > scratch) {
      top -= 12
      node = load<i32>(top)
      place = load<u32>(top, 4)
      parent = load<u32>(top, 8)
    }
    record += RANKED_BYTES
  }
  return record
}

// @ts-ignore: decorator
@inline
function sizeOf(nodes: Nodes, node: i32): i32 {
  return node < 0 ? -node : load<i32>(nodes.size + (<usize>node << 2))
}

function noteTest(record: usize, nodes: Nodes, at: usize, heavy: usize, rangeCheck: bool, ranking: Ranking): void {
  const low = load<f64>(nodes.low + (at << 3))
  const high = load<f64>(nodes.high + (at << 3))
  const feature = load<u32>(nodes.feature + (at << 2))
  store<u16>(record, <u16>(feature | <u32>heavy), 6)
  const next = ranking.next + (<usize>feature << 2)
  let entry = load<u32>(next)
  if (rangeCheck) {
    note(ranking, entry++, justBelow(low), record + 1)
    note(ranking, entry++, high, record + 4)
  } else {
    store<i16>(record, <i16>LEAST_RANK)
    store<i16>(record, <i16>MOST_RANK, 4)
  }
  note(ranking, entry++, splitValue(low, high, load<u16>(nodes.fraction + (at << 1))), record + 2)
  store<u32>(next, entry)
}

// @ts-ignore: decorator
@inline
function note(ranking: Ranking, entry: u32, value: f64, place: usize): void {
  store<u64>(ranking.keys + (<usize>entry << 3), keyOf(value))
  store<u32>(ranking.places + (<usize>entry << 2), <u32>place)
}

/** Keys are ordered as numbers are: all bits of negative numbers are flipped, and the sign of the others. */
// @ts-ignore: decorator
@inline
export function keyOf(value: f64): u64 {
  const bits = reinterpret<i64>(value + 0)
  return <u64>(bits ^ ((bits >> 63) | i64.MIN_VALUE))
}
