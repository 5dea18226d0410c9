import { Arena } from '../memory/arena.js'
import { MIXED, RANGE_CHECK, WIDE } from '../memory/kernels.js'
import { isWide } from './fit-setup.js'
import { nodesPerTree, stageNodes, stagingBytes } from './node-staging.js'
import { RowRoom } from './row-room.js'
import type { ForestScoreSetup } from './score-setup.js'

/** Trees that can judge rows. */
export interface WalkableForest {
  sumDepths(values: Float64Array, rows: number): Float64Array
}

const BLOCK_BYTES = 160 * 1024
/** Below this, rows go one by one through all trees, rather than tree by tree. */
const FEW_ROWS = 8

/** Trees as records of doubles: quick to lay out, and able to walk missing values and categories (`mixed`). */
export function plainForest(module: WebAssembly.Module, forest: ForestScoreSetup, mixed: boolean): WalkableForest {
  const { root, firstNode, rangeCheck } = forest
  const trees = root.length
  const total = forest.feature.length
  const width = forest.kinds.length
  const stride = 8 * width
  const arena = new Arena(module)
  const { kernels } = arena
  const counts = nodesPerTree(root, firstNode, total)
  const most = counts.reduce((a, b) => Math.max(a, b), 0)
  const flags = (isWide(2 * most + 1, width) ? WIDE : 0) | (rangeCheck ? RANGE_CHECK : 0) | (mixed ? MIXED : 0)
  const kinds = arena.put(forest.kinds)
  const leafDepth = arena.put(forest.leafDepth)
  const scratch = arena.take(12 * most + 64)
  const nodes = arena.take(32)
  const subsets = arena.put(forest.subsets)
  const roots = arena.take(4 * trees)
  // Missing values and categories need the nodes themselves beside the records.
  const staging = arena.take(stagingBytes(mixed ? total : most))
  if (mixed) {
    stageNodes(arena, forest, nodes, subsets, staging, firstNode, total)
    kernels.walkOn(nodes, kinds, leafDepth, rangeCheck)
  }
  let to = arena.take(64)
  for (let t = 0; t < trees; t++) {
    const first = Math.max(root[t], 0)
    // Room for a leaf at each child; most are shared, so that a tree takes about half of it.
    arena.reserve((2 * counts[t] + 2) * 64)
    if (!mixed) stageNodes(arena, forest, nodes, subsets, staging, first, counts[t])
    arena.view(Uint32Array, roots, trees)[t] = to
    const used = kernels.layout(flags, nodes, first, counts[t], -root[t], mixed ? kinds : 0, leafDepth, scratch, to)
    to = arena.takeUpTo(used >>> 0)
  }
  const room = new RowRoom(arena, stride, trees)
  const block = Math.max(64, Math.floor(BLOCK_BYTES / stride))

  return {
    sumDepths(values, rows) {
      room.place(values, rows)
      if (rows < FEW_ROWS && !mixed) {
        return Float64Array.from({ length: rows }, (_, i) =>
          kernels.walkOne(flags, roots, trees, room.rows + i * stride, room.list),
        )
      }
      const at = arena.view(Uint32Array, roots, trees)
      for (let from = 0; from < rows; from += block) {
        const count = Math.min(block, rows - from)
        const here = room.rows + from * stride
        const sums = room.sums + 8 * from
        for (let t = 0; t < trees; t++) {
          kernels.walk(flags, at[t], Math.max(root[t], 0), here, stride, 0, count, sums, room.list)
        }
      }
      return room.takeSums(rows)
    },
  }
}
