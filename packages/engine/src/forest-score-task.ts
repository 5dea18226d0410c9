import { Arena } from './arena.js'
import { isWide } from './forest-fit-task.js'
import { MIXED, RANGE_CHECK, WIDE } from './kernels.js'
import { moving, type Output, type Task } from './task.js'

/** Some trees of a forest: slices of its arrays, nodes and entries still numbered as in the whole. */
export interface ForestScoreSetup {
  readonly root: Int32Array
  readonly firstNode: number
  readonly firstEntry: number
  readonly feature: Int32Array
  readonly low: Float64Array
  readonly high: Float64Array
  readonly fraction: Uint16Array
  readonly left: Int32Array
  readonly right: Int32Array
  readonly size: Int32Array
  readonly subsets: Int32Array
  readonly rangeCheck: boolean
  readonly kinds: Uint8Array
  readonly leafDepth: Float64Array
}

/** Rows as encodeRows gives them. */
export interface ForestScoreInput {
  readonly values: Float64Array
  readonly mixed: boolean
}

export interface ForestScoreOutput {
  readonly sums: Float64Array
}

const BLOCK_BYTES = 160 * 1024
/** Below this, rows go one by one through all trees, rather than tree by tree. */
const FEW_ROWS = 8

export function openForestScore(module: WebAssembly.Module, input: unknown): Task {
  const setup = input as ForestScoreSetup
  const { root, firstNode, firstEntry, rangeCheck } = setup
  const trees = root.length
  const total = setup.feature.length
  const width = setup.kinds.length
  const stride = 8 * width
  const arena = new Arena(module)
  const { kernels } = arena
  const counts = nodesPerTree(root, firstNode, total)
  const most = counts.reduce((a, b) => Math.max(a, b), 0)
  const base = (isWide(2 * most + 1, width) ? WIDE : 0) | (rangeCheck ? RANGE_CHECK : 0)
  const hasCategories = setup.kinds.some((kind) => kind !== 0)
  const kinds = arena.put(setup.kinds)
  const leafDepth = arena.put(setup.leafDepth)
  const scratch = arena.take(12 * most + 64)
  const nodes = arena.take(32)
  const subsets = arena.put(setup.subsets) - 4 * firstEntry
  const tree = arena.take(4 * trees)
  let whole = false
  layoutAll()

  /** Arrays of nodes first .. first + count - 1; the pointers are those of node 0, wherever that would be. */
  function placeNodes(at: number, first: number, count: number): void {
    const from = first - firstNode
    let end = at
    const place = <A extends Float64Array | Int32Array | Uint16Array>(values: A): number => {
      const here = end
      const part = values.subarray(from, from + count)
      arena.view(values.constructor as new () => A, here, count).set(part)
      end += Math.ceil(part.byteLength / 8) * 8
      return here - first * values.BYTES_PER_ELEMENT
    }
    const { low, high, feature, left, right, size, fraction } = setup
    const pointers = [low, high, feature, left, right, size, fraction].map(place)
    arena.view(Int32Array, nodes, 8).set([...pointers, subsets].map((p) => p | 0))
  }

  function layoutAll(): void {
    const staging = arena.take(34 * most + 128)
    const flags = base | (hasCategories ? MIXED : 0)
    // Room is kept for a leaf at each child; most are shared, so that a tree takes about half of it.
    let to = arena.take(64)
    const roots = new Uint32Array(trees)
    for (let t = 0; t < trees; t++) {
      const first = Math.max(root[t], 0)
      arena.reserve((2 * counts[t] + 2) * 64)
      placeNodes(staging, first, counts[t])
      roots[t] = to
      to = kernels.layout(flags, nodes, first, counts[t], -root[t], hasCategories ? kinds : 0, leafDepth, scratch, to) >>> 0
      to = arena.takeUpTo(to)
    }
    arena.view(Uint32Array, tree, trees).set(roots)
  }

  /** Missing values and categories need the nodes themselves beside the records. */
  function placeAll(): void {
    if (whole) return
    placeNodes(arena.take(34 * total + 128), firstNode, total)
    kernels.walkOn(nodes, kinds, leafDepth, rangeCheck)
    whole = true
  }

  let room = 0
  let rowsAt = 0
  let sumsAt = 0
  let listAt = 0
  function makeRoom(rows: number): void {
    if (rows <= room) return
    room = rows
    rowsAt = arena.take(rows * stride)
    sumsAt = arena.take(8 * rows)
    listAt = arena.take(8 * Math.max(rows, trees) + 64)
  }

  return {
    run(request: unknown): Output {
      const { values, mixed } = request as ForestScoreInput
      const rows = values.length / width
      if (mixed) placeAll()
      makeRoom(rows)
      const flags = base | (mixed ? MIXED : 0)
      arena.view(Float64Array, rowsAt, values.length).set(values)
      if (rows < FEW_ROWS && !mixed) {
        const sums = new Float64Array(rows)
        for (let i = 0; i < rows; i++) sums[i] = kernels.walkOne(flags, tree, trees, rowsAt + i * stride, listAt)
        return moving({ sums })
      }
      const roots = arena.view(Uint32Array, tree, trees)
      arena.view(Float64Array, sumsAt, rows).fill(0)
      const block = Math.max(64, Math.floor(BLOCK_BYTES / stride))
      for (let from = 0; from < rows; from += block) {
        const count = Math.min(block, rows - from)
        const at = rowsAt + from * stride
        for (let t = 0; t < trees; t++) {
          kernels.walk(flags, roots[t], Math.max(root[t], 0), at, stride, 0, count, sumsAt + 8 * from, listAt)
        }
      }
      const output: ForestScoreOutput = { sums: arena.copy(Float64Array, sumsAt, rows) }
      return moving({ ...output })
    },
  }
}

/** A tree's nodes end where the next one's begin. */
export function nodesPerTree(root: Int32Array, firstNode: number, total: number): Uint32Array {
  const counts = new Uint32Array(root.length)
  let end = firstNode + total
  for (let t = root.length - 1; t >= 0; t--) {
    if (root[t] < 0) continue
    counts[t] = end - root[t]
    end = root[t]
  }
  return counts
}
