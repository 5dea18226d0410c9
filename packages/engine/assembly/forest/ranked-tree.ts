import { endOf, Ends } from './ends'
import { LEAST_RANK, MOST_RANK, RANKED_BYTES } from './ranked-record'
import { countUpTo, findStarts, Scale } from './ranks'
import { Nodes, splitValue } from './tree'

/**
 * Writes the records (ranked-record.ts) of trees for judging their own training table: ranks are those among the
 * values of the table itself, whose `scales` stand one after another. The first `count` nodes are those of several
 * trees. Feature by feature, and for each first the numbers, then their cells, then their ranks: what one step reads is
 * at hand, and many of its reads are under way at a time. `starts` has room for u32 for each feature and one more,
 * `order` for u32 for each node, `numbers` for six f64 for each node.
 */
export function recordTrees(
  nodes: Nodes, count: u32, rangeCheck: bool, scales: usize, width: u32, starts: usize, order: usize, numbers: usize,
  records: usize,
): void {
  sortByFeature(nodes, count, width, starts, order)
  let from = order
  for (let j: usize = 0; j < width; j++) {
    const scale = changetype<Scale>(scales + j * offsetof<Scale>())
    // What was the start of the feature is now its end.
    const stop = order + (<usize>load<u32>(starts + (j << 2)) << 2)
    let end = numbers
    for (let at = from; at < stop; at += 4) {
      const node = <usize>load<u32>(at)
      const low = load<f64>(nodes.low + (node << 3))
      const high = load<f64>(nodes.high + (node << 3))
      store<f64>(end, splitValue(low, high, load<u16>(nodes.fraction + (node << 1))))
      end += 8
      if (rangeCheck) {
        store<f64>(end, low)
        store<f64>(end, high, 8)
        end += 16
      }
    }
    const cells = end - numbers
    findStarts(scale, numbers, cells >>> 3, end)
    let number = numbers
    for (let at = from; at < stop; at += 4) {
      const record = records + <usize>load<u32>(at) * RANKED_BYTES
      store<i16>(record, <i16>rankUpTo(scale, number, cells), 2)
      number += 8
      if (rangeCheck) {
        store<i16>(record, <i16>rankUpTo(scale, number, cells))
        store<i16>(record, <i16>rankUpTo(scale, number + 8, cells), 4)
        number += 16
      } else {
        store<i16>(record, <i16>LEAST_RANK)
        store<i16>(record, <i16>MOST_RANK, 4)
      }
    }
    from = stop
  }
}

/** The children of the records of one tree, which starts at node `first`. */
export function recordChildren(nodes: Nodes, first: u32, count: u32, ends: Ends, records: usize): void {
  const sizes = nodes.size + (<usize>first << 2)
  let record = records + <usize>first * RANKED_BYTES
  for (let node: usize = first; node < first + count; node++) {
    const own = <i32>node - <i32>first
    const left = load<i32>(nodes.left + (node << 2))
    const right = load<i32>(nodes.right + (node << 2))
    // Without branches: which children are leaves is as good as random.
    const leftLeaf = left >> 31
    const rightLeaf = right >> 31
    const leftRows = pick(leftLeaf, -left, load<i32>(sizes + (<usize>(left & ~leftLeaf) << 2)))
    const rightRows = pick(rightLeaf, -right, load<i32>(sizes + (<usize>(right & ~rightLeaf) << 2)))
    store<u16>(record, <u16>(load<u32>(nodes.feature + (node << 2)) | (u32(rightRows > leftRows) << 15)), 6)
    store<u16>(record, <u16>pick(leftLeaf, endOf(ends, -left & leftLeaf), left - own), 8)
    store<u16>(record, <u16>pick(rightLeaf, endOf(ends, -right & rightLeaf), right - own), 10)
    record += RANKED_BYTES
  }
}

function sortByFeature(nodes: Nodes, count: u32, width: u32, starts: usize, order: usize): void {
  memory.fill(starts, 0, <usize>(width + 1) << 2)
  for (let node: usize = 0; node < count; node++) {
    const at = starts + (<usize>(load<u32>(nodes.feature + (node << 2)) + 1) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
  for (let j: usize = 0; j < width; j++) {
    const at = starts + (j << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at, 4), 4)
  }
  for (let node: usize = 0; node < count; node++) {
    const at = starts + (<usize>load<u32>(nodes.feature + (node << 2)) << 2)
    const to = load<u32>(at)
    store<u32>(at, to + 1)
    store<u32>(order + (<usize>to << 2), <u32>node)
  }
}

/** The rank of the largest value of the table that is at most the number at `at`, the starts of whose cell are so many bytes further on. */
// @ts-ignore: decorator
@inline
function rankUpTo(scale: Scale, at: usize, cells: usize): i32 {
  return LEAST_RANK - 1 + <i32>countUpTo(scale, load<u64>(at + cells), load<f64>(at))
}

/** The first where the mask is all ones, the second where it is zero. */
// @ts-ignore: decorator
@inline
function pick(mask: i32, first: i32, second: i32): i32 {
  return second ^ ((first ^ second) & mask)
}
