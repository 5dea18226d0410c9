import { Arena } from './arena.js'
import type { ForestScoreSetup } from './forest-score-task.js'
import { RANKED } from './kernels.js'
import { nodesPerTree, stageNodes, stagingBytes } from './node-staging.js'
import { FEW_ROWS, type WalkableForest } from './plain-forest.js'
import { RowRoom } from './row-room.js'

/**
 * Nodes of trees that are ranked together. Fewer keep what sorting needs small beside the model; more spare ranking the
 * rows for each group, which costs as much as there are features.
 */
function groupNodes(width: number): number {
  return Math.min(400_000, Math.max(100_000, 16_000 * width))
}

const RECORD_BYTES = 24
/** Slots of 16 bits count units of 8 bytes. */
const MOST_RECORDS = 65535 / 3
const BLOCK_ROWS = 1024
const RADIX_COUNTS = 6 * 2048
/** Ranks of one feature in a group of eight rows. */
const GROUP_BYTES = 32

/** Neighbouring trees, and for each feature the numbers they compare with, in order. */
interface Group {
  readonly from: number
  readonly to: number
  readonly values: number[]
  readonly counts: number[]
}

/** Whether trees can be ranked: numbers only, and each tree small enough. */
export function canRank(forest: ForestScoreSetup): boolean {
  const counts = nodesPerTree(forest.root, forest.firstNode, forest.feature.length)
  return (
    forest.kinds.every((kind) => kind === 0) &&
    GROUP_BYTES * forest.kinds.length <= 65535 &&
    counts.every((count) => 2 * count + 1 <= MOST_RECORDS)
  )
}

/** Trees as records of ranks: more work to lay out, but a third of the memory and less to do for each step. */
export function rankedForest(module: WebAssembly.Module, forest: ForestScoreSetup): WalkableForest {
  const { root, firstNode, rangeCheck } = forest
  const trees = root.length
  const width = forest.kinds.length
  const arena = new Arena(module)
  const { kernels } = arena
  const nodesOf = nodesPerTree(root, firstNode, forest.feature.length)
  const leafDepth = arena.put(forest.leafDepth)
  const roots = arena.take(4 * trees)
  const groups = divide(nodesOf, groupNodes(width))
  const records: number[] = []
  const lists = groups.map(layoutGroup)
  arena.view(Uint32Array, roots, trees).set(records)

  /** Works in the memory beyond what is kept: room for records, then what only the ranking needs. */
  function layoutGroup([from, to]: readonly [number, number]): Group {
    const total = nodesOf.subarray(from, to).reduce((sum, n) => sum + n, 0)
    const most = nodesOf.subarray(from, to).reduce((a, b) => Math.max(a, b), 0)
    let end = arena.takeUpTo(arena.take(0))
    const kept = (2 * total + 2 * (to - from)) * RECORD_BYTES
    const scratch = end + Math.ceil(kept / 64) * 64
    const beyond = new Beyond(scratch)
    const depths = beyond.take(12 * most + 64)
    const struct = beyond.take(32)
    const ranking = beyond.take(16)
    const next = beyond.take(4 * width)
    const staging = beyond.take(stagingBytes(most))
    const radix = beyond.take(4 * RADIX_COUNTS)
    const keys = beyond.take(8 * 3 * total)
    const places = beyond.take(4 * 3 * total)
    const spareKeys = beyond.take(8 * 3 * total)
    const sparePlaces = beyond.take(4 * 3 * total)
    const distinct = beyond.take(8 * 3 * total)
    arena.reserve(beyond.end - end)
    arena.view(Uint32Array, ranking, 3).set([keys, places, next])
    const starts = featureStarts(forest.feature, firstNode, root, nodesOf, from, to, width)
    arena.view(Uint32Array, next, width).set(starts.subarray(0, width))
    for (let t = from; t < to; t++) {
      const first = Math.max(root[t], 0)
      stageNodes(arena, forest, struct, 0, staging, first, nodesOf[t])
      records.push(end)
      end = kernels.layoutRanked(struct, first, nodesOf[t], -root[t], rangeCheck, leafDepth, depths, end, ranking) >>> 0
    }
    const ends = arena.copy(Uint32Array, next, width)
    const counts: number[] = []
    const sorted: Float64Array[] = []
    for (let j = 0; j < width; j++) {
      const at = starts[j]
      const count = kernels.assignRanks(
        keys + 8 * at,
        places + 4 * at,
        ends[j] - at,
        spareKeys,
        sparePlaces,
        radix,
        distinct,
      )
      counts.push(count)
      sorted.push(arena.copy(Float64Array, distinct, count))
    }
    arena.takeUpTo(end)
    return { from, to, counts, values: sorted.map((list) => arena.put(list)) }
  }

  const room = new RowRoom(arena, 8 * width, trees)
  const ranks = arena.take(4 * width * BLOCK_ROWS)

  return {
    sumDepths(values, rows) {
      room.place(values, rows)
      const at = arena.view(Uint32Array, roots, trees)
      for (let from = 0; from < rows; from += BLOCK_ROWS) {
        const count = Math.min(BLOCK_ROWS, rows - from)
        for (const group of lists) {
          for (let j = 0; j < width; j++) {
            const list = group.values[j]
            kernels.rankColumn(list, group.counts[j], room.rows + from * 8 * width, count, width, j, ranks)
          }
          if (count < FEW_ROWS) {
            const sums = arena.view(Float64Array, room.sums, rows)
            for (let i = 0; i < count; i++) {
              const row = ranks + 4 * i
              sums[from + i] += kernels.walkOne(RANKED, roots + 4 * group.from, group.to - group.from, row, room.list)
            }
            continue
          }
          for (let t = group.from; t < group.to; t++) {
            kernels.walkRanked(at[t], ranks, width, count, room.sums + 8 * from, room.list)
          }
        }
      }
      return room.takeSums(rows)
    },
  }
}

/** Runs of trees of at most about `most` nodes. */
function divide(nodes: Uint32Array, most: number): [number, number][] {
  const groups: [number, number][] = []
  let from = 0
  let sum = 0
  nodes.forEach((count, t) => {
    if (sum > 0 && sum + count > most) {
      groups.push([from, t])
      from = t
      sum = 0
    }
    sum += count
  })
  groups.push([from, nodes.length])
  return groups
}

/** Where the numbers of each feature start, three for each of its nodes. */
function featureStarts(
  feature: Int32Array,
  firstNode: number,
  root: Int32Array,
  nodes: Uint32Array,
  from: number,
  to: number,
  width: number,
): Uint32Array {
  const starts = new Uint32Array(width + 1)
  for (let t = from; t < to; t++) {
    const first = Math.max(root[t], 0) - firstNode
    for (let node = first; node < first + nodes[t]; node++) starts[feature[node] + 1] += 3
  }
  for (let j = 0; j < width; j++) starts[j + 1] += starts[j]
  return starts
}

/** Addresses beyond what an arena has handed out. */
class Beyond {
  end: number

  constructor(from: number) {
    this.end = from
  }

  take(bytes: number): number {
    const at = this.end
    this.end = at + Math.ceil(bytes / 64) * 64
    return at
  }
}
