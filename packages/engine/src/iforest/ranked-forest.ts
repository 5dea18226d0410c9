import { Arena } from '../memory/arena.js'
import { nodesPerTree, stageNodes, stagingBytes } from './node-staging.js'
import type { WalkableForest } from './plain-forest.js'
import {
  AddressesBeyond,
  MOST_ENDS,
  placeScale,
  RADIX_COUNTS,
  SCALE_BYTES,
  takeEnds,
  takeRoute,
} from './ranked-memory.js'
import { RowRoom } from './row-room.js'
import type { ForestScoreSetup } from './score-setup.js'

/** Ranks are 16 bits, and every node has three numbers to be ranked. */
const MOST_NUMBERS = 65535
const NUMBERS_PER_NODE = 3
/** Nodes of trees that are ranked together, at most: what sorting needs stays small beside the model. */
const MOST_NODES = 1_000_000

const RECORD_BYTES = 12
const MOST_FEATURES = 32767
const DEPTH_UNITS = 2 ** 20

/** Fewer rows go one by one through all trees, rather than tree by tree. */
const ROUTE_FROM = 600
/** Trees whose records stay in the cache of a core. */
const NEAR_TREES = 64
/** Rows are numbered by 16 bits; a block of this many bytes of ranks and sums stays in the cache of a core, and is no smaller than the piece of a table that comes at once (sum-over-shards.ts). */
const MOST_BLOCK = 16384
const BLOCK_BYTES = 1536 * 1024

/** Neighbouring trees, the addresses of their records, and for each feature the numbers they compare with. */
interface Group {
  readonly roots: number
  readonly trees: readonly number[]
  readonly scales: number
}

/** Whether trees can be ranked: numbers only, and each tree small enough. */
export function canRank(forest: ForestScoreSetup): boolean {
  const { root, firstNode, feature } = forest
  const counts = nodesPerTree(root, firstNode, feature.length)
  return (
    forest.kinds.every((kind) => kind === 0) &&
    forest.kinds.length <= MOST_FEATURES &&
    counts.every((count) => count <= MOST_NUMBERS / NUMBERS_PER_NODE)
  )
}

/** A depth in units of 2^-20, as the two halves of a whole number of 64 bits. */
function inUnits(depth: number): [number, number] {
  const units = depth * DEPTH_UNITS
  return [units % 2 ** 32, Math.floor(units / 2 ** 32)]
}

/**
 * Trees as records of ranks: more work to lay out, but a quarter of the memory and less to do for each step. Undefined if
 * leaves have too many sizes.
 */
export function rankedForest(module: WebAssembly.Module, forest: ForestScoreSetup): WalkableForest | undefined {
  const { root, firstNode, rangeCheck, leafDepth } = forest
  const trees = root.length
  const width = forest.kinds.length
  const arena = new Arena(module)
  const { kernels } = arena
  const nodesOf = nodesPerTree(root, firstNode, forest.feature.length)
  const ends = takeEnds(arena, leafDepth)
  // A tree that is a leaf adds the same to all rows.
  const constant = root.reduce((sum, child) => sum + (child < 0 ? leafDepth[-child] : 0), 0)
  const groups = divide(forest, nodesOf, width).map(layoutGroup)

  /** Works in the memory beyond what is kept: room for records, then what only the ranking needs. */
  function layoutGroup([from, to]: readonly [number, number]): Group {
    const total = nodesOf.subarray(from, to).reduce((sum, n) => sum + n, 0)
    const most = nodesOf.subarray(from, to).reduce((a, b) => Math.max(a, b), 0)
    let end = arena.takeUpTo(arena.take(0))
    const beyond = new AddressesBeyond(end + Math.ceil((total * RECORD_BYTES) / 64) * 64)
    const numbers = NUMBERS_PER_NODE * total
    const starts = featureStarts(forest, nodesOf, from, to, width)
    // Features are sorted one after another.
    const mostOfOne = starts.reduce((most, start, j) => Math.max(most, start - (starts[j - 1] ?? 0)), 0)
    const scratch = beyond.take(12 * most + 64)
    const struct = beyond.take(32)
    const ranking = beyond.take(16)
    const next = beyond.take(4 * width)
    const staging = beyond.take(stagingBytes(most))
    const radix = beyond.take(4 * RADIX_COUNTS)
    const keys = beyond.take(8 * numbers)
    const places = beyond.take(4 * numbers)
    const spareKeys = beyond.take(8 * mostOfOne)
    const sparePlaces = beyond.take(4 * mostOfOne)
    const distinct = beyond.take(8 * mostOfOne)
    arena.reserve(beyond.end - end)
    arena.view(Uint32Array, ranking, 3).set([keys, places, next])
    arena.view(Uint32Array, next, width).set(starts.subarray(0, width))
    const addresses: number[] = []
    for (let t = from; t < to; t++) {
      if (nodesOf[t] === 0) continue
      stageNodes(arena, forest, struct, 0, staging, root[t], nodesOf[t])
      addresses.push(end)
      end = kernels.layoutRanked(struct, root[t], nodesOf[t], rangeCheck, ends.at, scratch, end, ranking) >>> 0
    }
    const stops = arena.copy(Uint32Array, next, width)
    const sorted = Array.from({ length: width }, (_, j) => {
      const at = starts[j]
      const count = kernels.assignRanks(
        keys + 8 * at,
        places + 4 * at,
        stops[j] - at,
        spareKeys,
        sparePlaces,
        radix,
        distinct,
      )
      return arena.copy(Float64Array, distinct, count)
    })
    arena.takeUpTo(end)
    const scales = arena.take(SCALE_BYTES * width)
    sorted.forEach((values, j) => {
      placeScale(arena, values, Math.max(1, values.length >> 1), scales + SCALE_BYTES * j)
    })
    return { roots: arena.put(Uint32Array.from(addresses)), trees: addresses, scales }
  }

  const endsUsed = ends.used()
  if (endsUsed > MOST_ENDS) return undefined
  const units = Array.from(arena.view(Float64Array, ends.adds, endsUsed)).flatMap(inUnits)
  const endUnits = arena.put(Uint32Array.from(units))
  const room = new RowRoom(arena, 8 * width, trees)
  const block = Math.min(MOST_BLOCK, Math.max(ROUTE_FROM, 8 * Math.floor(BLOCK_BYTES / (16 * width))))
  const stride = 2 * block
  const fewRows = arena.take(2 * width * ROUTE_FROM)
  let route = 0
  let columns = 0
  let identity = 0

  /** What routing needs is taken when it is first needed. */
  function prepareRoute(): void {
    if (route !== 0) return
    identity = arena.put(Uint16Array.from({ length: block + 8 }, (_, i) => Math.min(i, block - 1)))
    columns = arena.take(stride * width)
    route = takeRoute(arena, { columns, stride, sums: 0, adds: ends.adds, rows: block })
  }

  function routeBlock(rows: number, count: number, sums: number): void {
    arena.view(Uint32Array, route, 3)[2] = sums
    for (const group of groups) {
      for (let j = 0; j < width; j++) {
        kernels.rankColumn(group.scales + SCALE_BYTES * j, rows, count, width, j, columns + stride * j)
      }
      for (const tree of group.trees) kernels.routeRows(tree, route, identity, count)
    }
  }

  /** Rows from `from` on, one by one, through some trees at a time. */
  function walkFew(from: number, count: number): void {
    const sums = arena.view(Float64Array, room.sums + 8 * from, count)
    for (const { roots, trees, scales } of groups) {
      for (let i = 0; i < count; i++) {
        kernels.rankRow(scales, width, room.rows + 8 * width * (from + i), fewRows + 2 * width * i)
      }
      for (let t = 0; t < trees.length; t += NEAR_TREES) {
        const some = Math.min(NEAR_TREES, trees.length - t)
        for (let i = 0; i < count; i++) {
          sums[i] += kernels.walkOneRanked(roots + 4 * t, some, fewRows + 2 * width * i, endUnits, room.list)
        }
      }
    }
  }

  return {
    sumDepths(values, rows) {
      if (rows >= ROUTE_FROM) prepareRoute()
      room.place(values, rows)
      let from = 0
      while (rows - from >= ROUTE_FROM) {
        const count = Math.min(block, rows - from)
        routeBlock(room.rows + 8 * width * from, count, room.sums + 8 * from)
        from += count
      }
      if (from < rows) walkFew(from, rows - from)
      const sums = room.takeSums(rows)
      if (constant !== 0) for (let i = 0; i < rows; i++) sums[i] += constant
      return sums
    },
  }
}

/** Runs of trees whose numbers, for each feature, can be ranked by 16 bits. */
function divide(forest: ForestScoreSetup, nodes: Uint32Array, width: number): [number, number][] {
  const { root, firstNode, feature } = forest
  const groups: [number, number][] = []
  const numbers = new Uint32Array(width)
  const here = new Uint32Array(width)
  let from = 0
  let sum = 0
  nodes.forEach((count, t) => {
    here.fill(0)
    const first = Math.max(root[t], 0) - firstNode
    for (let node = first; node < first + count; node++) here[feature[node]] += NUMBERS_PER_NODE
    const full = sum + count > MOST_NODES || here.some((n, j) => numbers[j] + n > MOST_NUMBERS)
    if (full && sum > 0) {
      groups.push([from, t])
      from = t
      sum = 0
      numbers.fill(0)
    }
    sum += count
    for (let j = 0; j < width; j++) numbers[j] += here[j]
  })
  groups.push([from, nodes.length])
  return groups
}

/** Where the numbers of each feature start. */
function featureStarts(
  { feature, firstNode, root }: ForestScoreSetup,
  nodes: Uint32Array,
  from: number,
  to: number,
  width: number,
): Uint32Array {
  const starts = new Uint32Array(width + 1)
  for (let t = from; t < to; t++) {
    const first = Math.max(root[t], 0) - firstNode
    for (let node = first; node < first + nodes[t]; node++) starts[feature[node] + 1] += NUMBERS_PER_NODE
  }
  for (let j = 0; j < width; j++) starts[j + 1] += starts[j]
  return starts
}
