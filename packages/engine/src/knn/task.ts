import { Arena } from '../memory/arena.js'
import { moving, type Output, type Task } from '../pool/task.js'
import type { Blocks } from './blocks.js'

export interface KnnSetup extends Omit<Blocks, 'placeOf'> {
  readonly neighbours: number
}

/** Points that look for their neighbours; codes as numbers. */
export interface KnnInput {
  readonly rows: number
  readonly values: Float64Array
  readonly codes: Float64Array
  readonly costs: Float64Array
  readonly base: Float64Array
  /** The place of the reference that each point must not see, or -1. */
  readonly leftOut: Int32Array
}

export interface KnnOutput {
  /** The mean distance of each point to its nearest references. */
  readonly distances: Float64Array
}

export function openKnn(module: WebAssembly.Module, input: unknown): Task {
  const { values, codes, costs, boxes, blocks, width, coded, neighbours } = input as KnnSetup
  const arena = new Arena(module)
  const { kernels } = arena
  // The fields of References in assembly/knn/nearest.ts.
  const references = arena.put(
    Uint32Array.of(
      arena.put(values),
      arena.put(codes),
      arena.put(costs),
      boxes.length > 0 ? arena.put(boxes) : 0,
      blocks,
      width,
      coded,
    ),
  )
  const bounds = arena.take(8 * (blocks + 1))
  let room = 0
  let at: number[] = []
  let points = 0
  let nearest = 0
  function makeRoom(rows: number): void {
    if (rows <= room) return
    room = rows
    nearest = arena.take(8 * rows * neighbours)
    at = [8 * rows * width, 8 * rows * coded, 8 * rows * coded, 8 * rows, 4 * rows].map((bytes) => arena.take(bytes))
    points = arena.put(Uint32Array.of(...at, nearest, 0, neighbours))
  }

  return {
    run(request: unknown): Output {
      const { rows, values, codes, costs, base, leftOut } = request as KnnInput
      makeRoom(rows)
      for (const [k, part] of [values, codes, costs, base].entries()) {
        arena.view(Float64Array, at[k], part.length).set(part)
      }
      arena.view(Int32Array, at[4], rows).set(leftOut)
      arena.view(Uint32Array, points, 8)[6] = rows
      kernels.findNearest(references, points, bounds)
      const distances = meanDistances(arena.view(Float64Array, nearest, rows * neighbours), rows, neighbours)
      return moving({ distances } satisfies KnnOutput)
    },
  }
}

/** The mean of the roots of `neighbours` squares for each row. */
export function meanDistances(squares: Float64Array, rows: number, neighbours: number): Float64Array<ArrayBuffer> {
  const distances = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    let total = 0
    for (let k = i * neighbours; k < (i + 1) * neighbours; k++) total += Math.sqrt(squares[k])
    distances[i] = total / neighbours
  }
  return distances
}
