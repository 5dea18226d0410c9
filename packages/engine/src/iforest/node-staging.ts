import type { Arena } from '../memory/arena.js'
import type { ForestScoreSetup } from './score-setup.js'

/** Bytes that the arrays of `count` nodes take. */
export function stagingBytes(count: number): number {
  return 34 * count + 128
}

/**
 * Copies the arrays of nodes first .. first + count - 1 to `at`, and to `struct` the pointers that kernels read. These
 * are where node 0 would be, wherever that is: addresses wrap around.
 */
export function stageNodes(
  arena: Arena,
  forest: ForestScoreSetup,
  struct: number,
  subsets: number,
  at: number,
  first: number,
  count: number,
): void {
  const from = first - forest.firstNode
  let end = at
  const place = <A extends Float64Array | Int32Array | Uint16Array>(values: A): number => {
    const here = end
    const part = values.subarray(from, from + count)
    arena.view(values.constructor as new () => A, here, count).set(part)
    end += Math.ceil(part.byteLength / 8) * 8
    return here - first * values.BYTES_PER_ELEMENT
  }
  const { low, high, feature, left, right, size, fraction } = forest
  const pointers = [low, high, feature, left, right, size, fraction].map(place)
  arena.view(Int32Array, struct, 8).set([...pointers, subsets - 4 * forest.firstEntry].map((p) => p | 0))
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
