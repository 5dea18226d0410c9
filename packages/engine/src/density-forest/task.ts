import { Arena } from '../memory/arena.js'
import { moving, type Output, type Task } from '../pool/task.js'

/** Some trees of a forest; nodes are still numbered as in the whole. */
export interface DensitySetup {
  readonly nodes: Float64Array
  readonly firstNode: number
  readonly firstTree: number
  readonly roots: Int32Array
  readonly subsets: Int32Array
  readonly categorical: Uint8Array
}

/** Rows one after another, categories as codes; training rows if it is said how the trees drew from them. */
export interface DensityInput {
  readonly rows: number
  readonly values: Float64Array
  readonly drawn?: { readonly stream: readonly [number, number]; readonly subsample: number }
}

export interface DensityOutput {
  /** Sums of log densities over the trees. */
  readonly sums: Float64Array
  /** Trees that judged each row; only of training rows. */
  readonly counts: Int32Array
}

export function openDensity(module: WebAssembly.Module, input: unknown): Task {
  const { nodes, firstNode, firstTree, roots, subsets, categorical } = input as DensitySetup
  const width = categorical.length
  const arena = new Arena(module)
  const { kernels } = arena
  const local = nodes.slice()
  const whole = new Int32Array(local.buffer)
  for (let at = 0; at < whole.length; at += 14) {
    for (const child of [at + 11, at + 12]) if (whole[child] >= 0) whole[child] -= firstNode
  }
  const parts = [
    arena.put(local),
    arena.put(roots.map((root) => (root < 0 ? root : root - firstNode))),
    arena.put(subsets),
    arena.put(categorical),
  ]
  const start = arena.take(0)

  return {
    run(request: unknown): Output {
      const { rows, values, drawn } = request as DensityInput
      arena.takeUpTo(start)
      const rowsAt = arena.put(values)
      const sums = arena.take(8 * rows)
      arena.view(Float64Array, sums, rows).fill(0)
      const trees = arena.put(Uint32Array.of(...parts, rowsAt, sums, roots.length, width))
      const counts = arena.take(drawn ? 4 * rows : 0)
      if (drawn) {
        const identity = arena.put(Int32Array.from({ length: rows }, (_, i) => i))
        const order = arena.take(4 * rows)
        arena.view(Int32Array, counts, rows).fill(0)
        const [first, second] = drawn.stream
        kernels.addOutOfBagDensities(trees, rows, drawn.subsample, first, second, firstTree, order, identity, counts)
      } else kernels.addDensities(trees, rows)
      return moving({
        sums: arena.copy(Float64Array, sums, rows),
        counts: arena.copy(Int32Array, counts, drawn ? rows : 0),
      } satisfies DensityOutput)
    },
  }
}
