import { Arena } from '../memory/arena.js'
import { moving, type Output, type Task } from '../pool/task.js'
import { type KnnInput, type KnnOutput, meanDistances } from './task.js'
import { type Cube, wordsOf } from './words.js'

/** References without codes, row by row in the cube's order. */
export interface ScreenSetup extends Pick<Cube, 'centres' | 'reach' | 'inside'> {
  readonly rows: number
  readonly width: number
  readonly values: Float64Array
  readonly neighbours: number
}

/** Points whose lists are kept near; as in assembly/knn/screen.ts. */
const TILE = 128

export function openKnnScreen(module: WebAssembly.Module, input: unknown): Task {
  const setup = input as ScreenSetup
  const { rows: referenceRows, width, values, neighbours, centres, inside } = setup
  const { words, halves, step, most, error } = wordsOf(setup, setup)
  const arena = new Arena(module)
  const { kernels } = arena
  // The fields of Screened in assembly/knn/screen.ts: seven of 32 bits, room for one, three doubles.
  const references = arena.take(56)
  const parts = [values, words, halves, centres].map((part) => arena.put(part))
  arena.view(Uint32Array, references, 7).set([...parts, referenceRows, inside, width])
  arena.view(Float64Array, references + 32, 3).set([step, most, error])
  const tile = [2 * TILE * (width + 1), 4 * TILE, TILE * kernels.stateBytes(neighbours)].map((bytes) =>
    arena.take(bytes),
  )
  let room = 0
  let at: number[] = []
  let points = 0

  function makeRoom(rows: number): void {
    if (rows <= room) return
    room = rows
    at = [8 * rows * width, 8 * rows, 4 * rows, 8 * rows * neighbours].map((bytes) => arena.take(bytes))
    points = arena.put(Uint32Array.of(...at, ...tile, 0, neighbours))
  }

  return {
    run(request: unknown): Output {
      const { rows, values, base, leftOut } = request as KnnInput
      makeRoom(rows)
      arena.view(Float64Array, at[0], values.length).set(values)
      arena.view(Float64Array, at[1], rows).set(base)
      arena.view(Int32Array, at[2], rows).set(leftOut)
      arena.view(Uint32Array, points, 9)[7] = rows
      kernels.screenNearest(references, points)
      const distances = meanDistances(arena.view(Float64Array, at[3], rows * neighbours), rows, neighbours)
      return moving({ distances } satisfies KnnOutput)
    },
  }
}
