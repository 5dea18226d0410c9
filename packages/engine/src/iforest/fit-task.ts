import type { ForestNodes } from '@xenolith/core/internals'
import { Arena } from '../memory/arena.js'
import { MIXED, RANGE_CHECK, WIDE } from '../memory/kernels.js'
import type { Output, Task } from '../pool/task.js'
import { type ForestFitSetup, isWide, treeBytes } from './fit-setup.js'
import { plainJudge } from './plain-judge.js'
import { canJudgeByRank, rankedJudge } from './ranked-judge.js'

/** Grow trees `from` .. `to - 1`, or hand out the sums. */
export type ForestFitInput = { readonly from: number; readonly to: number } | 'finish'

/** Trees one after another, each numbered from 0. */
export interface Trees extends ForestNodes {
  /** Nodes of each tree, and entries of its subsets. */
  readonly nodes: Uint32Array
  readonly entries: Uint32Array
}

/** Sums of depths, and how many trees each training row was in. */
export interface Depths {
  readonly sums: Float64Array
  readonly inBag: Uint32Array
  readonly others: readonly Float64Array[]
}

export function openForestFit(module: WebAssembly.Module, input: unknown): Task {
  const setup = input as ForestFitSetup
  const { rows, subsample: psi, rangeCheck, mixed, keep, categories } = setup
  const arena = new Arena(module)
  const { kernels } = arena
  const width = setup.columns.length
  const stride = 8 * width
  const flags = (isWide(2 * psi, width) ? WIDE : 0) | (rangeCheck ? RANGE_CHECK : 0) | (mixed ? MIXED : 0)

  const kinds = arena.put(setup.kinds)
  const leafDepth = arena.put(setup.leafDepth)
  const columns = arena.take(rows * stride)
  setup.columns.forEach((column, j) => {
    const at = columns + 8 * rows * j
    if (column instanceof Float64Array) arena.view(Float64Array, at, rows).set(column)
    else arena.view(Int32Array, at, rows).set(column)
  })
  const identity = arena.put(Uint32Array.from({ length: rows }, (_, i) => i))
  const order = arena.take(4 * rows)
  const here = arena.take(4 * psi + 64)
  const there = arena.take(4 * psi + 64)
  const treeRoom = arena.put(
    Uint32Array.of(
      columns,
      rows,
      width,
      arena.take(4 * width),
      here,
      there,
      arena.take(16 * psi + 64),
      arena.take(8 * psi + 128),
      kinds,
      arena.take(categories),
      arena.take(categories),
      categories,
    ),
  )
  const nodes = arena.take(32)
  const sums = arena.take(8 * rows)
  const inBag = arena.take(4 * rows)
  const places = { flags, kinds, leafDepth, columns, order, sums, inBag }
  const judge = setup.outOfBag ? (canJudgeByRank(setup) ? rankedJudge : plainJudge)(arena, setup, places) : undefined

  const others = setup.others.map((values) => ({
    values: arena.put(values),
    rows: values.length / width,
    sums: arena.take((8 * values.length) / width),
  }))
  const most = Math.max(0, ...others.map((other) => other.rows))
  const list = arena.take(8 * most + 64)
  const scratch = arena.take(others.length > 0 ? 12 * psi + 64 : 0)
  const records = arena.take(others.length > 0 ? treeBytes(psi, flags) : 0)

  // Nodes of the trees of one piece; the subsets stand last, so that they can grow.
  const mostNodes = psi * setup.piece
  const nodeAt = {
    low: arena.take(8 * mostNodes),
    high: arena.take(8 * mostNodes),
    feature: arena.take(4 * mostNodes),
    left: arena.take(4 * mostNodes),
    right: arena.take(4 * mostNodes),
    size: arena.take(4 * mostNodes),
    fraction: arena.take(2 * mostNodes),
  }
  const subsets = arena.take(mixed ? 64 * 1024 : 64)
  if (mixed) kernels.walkOn(nodes, kinds, leafDepth, rangeCheck)

  /** The next tree goes behind `count` nodes and `entries` of subsets. */
  function growBehind(count: number, entries: number): void {
    const { low, high, feature, left, right, size, fraction } = nodeAt
    arena
      .view(Uint32Array, nodes, 8)
      .set([
        low + 8 * count,
        high + 8 * count,
        feature + 4 * count,
        left + 4 * count,
        right + 4 * count,
        size + 4 * count,
        fraction + 2 * count,
        subsets + 4 * entries,
      ])
  }

  function takeOut(counts: readonly number[], entries: readonly number[]): Output {
    const total = counts.reduce((sum, n) => sum + n, 0)
    const trees: Trees = {
      nodes: Uint32Array.from(counts),
      entries: Uint32Array.from(entries),
      feature: arena.view(Int32Array, nodeAt.feature, total),
      low: arena.view(Float64Array, nodeAt.low, total),
      high: arena.view(Float64Array, nodeAt.high, total),
      fraction: arena.view(Uint16Array, nodeAt.fraction, total),
      left: arena.view(Int32Array, nodeAt.left, total),
      right: arena.view(Int32Array, nodeAt.right, total),
      size: arena.view(Int32Array, nodeAt.size, total),
      subsets: arena.view(
        Int32Array,
        subsets,
        entries.reduce((sum, n) => sum + n, 0),
      ),
    }
    return { value: trees, transfer: [], borrowed: true }
  }

  /** Other rows are judged while the tree is in cache. */
  function judgeOthers(count: number): void {
    if (others.length === 0) return
    kernels.layout(flags, nodes, 0, count, psi, mixed ? kinds : 0, leafDepth, scratch, records)
    for (const other of others) kernels.walk(flags, records, 0, other.values, stride, 0, other.rows, other.sums, list)
  }

  function grow(from: number, to: number): Output {
    const counts: number[] = []
    const subsetSizes: number[] = []
    let total = 0
    let totalEntries = 0
    for (let t = from; t < to; t++) {
      growBehind(total, totalEntries)
      const count = kernels.grow(flags, treeRoom, nodes, order, identity, psi, ...setup.stream, t)
      const entries = mixed ? kernels.subsetEntries() : 0
      judgeOthers(count)
      judge?.add(nodes, count)
      counts.push(count)
      subsetSizes.push(entries)
      total += count
      totalEntries += entries
    }
    judge?.finish()
    return keep ? takeOut(counts, subsetSizes) : takeOut([], [])
  }

  return {
    run(request: unknown): Output {
      const input = request as ForestFitInput
      if (input !== 'finish') return grow(input.from, input.to)
      const depths: Depths = {
        sums: arena.copy(Float64Array, sums, rows),
        inBag: arena.copy(Uint32Array, inBag, rows),
        others: others.map((other) => arena.copy(Float64Array, other.sums, other.rows)),
      }
      return { value: depths, transfer: [] }
    },
  }
}
