import { Arena } from '../memory/arena.js'
import { moving, type Output, type Task } from '../pool/task.js'
import { type Projections, padded, type Tally } from './fit-task.js'

/** Some projections of a model. Directions may differ in length if they come from a file. */
export interface LodaScoreSetup extends Projections {
  readonly used: Uint32Array
  readonly width: number
  readonly logEmpty: number
}

/** Rows as columns one after another, each padded; NaN where missing. */
export interface LodaScoreInput {
  readonly values: Float64Array
  readonly rows: number
  readonly missing: boolean
}

export type LodaScoreOutput = Tally

const BLOCK_BYTES = 128 * 1024

export function openLodaScore(module: WebAssembly.Module, input: unknown): Task {
  const setup = input as LodaScoreSetup
  const { width, logEmpty } = setup
  const count = setup.low.length
  const arena = new Arena(module)
  const { kernels } = arena
  const projections = arena.put(placeProjections(arena, setup))

  const block = Math.max(64, Math.floor(BLOCK_BYTES / (8 * width) / 4) * 4)
  const position = arena.take(8 * block)
  let room = 0
  let columns = 0
  let sums = 0
  let counts = 0
  function makeRoom(rows: number): void {
    if (rows <= room) return
    room = rows
    columns = arena.take(8 * rows * width)
    sums = arena.take(8 * rows)
    counts = arena.take(8 * rows)
  }

  return {
    run(request: unknown): Output {
      const { values, rows, missing } = request as LodaScoreInput
      const stride = 8 * padded(rows)
      makeRoom(padded(rows))
      arena.view(Float64Array, columns, values.length).set(values)
      arena.view(Float64Array, sums, padded(rows)).fill(0)
      arena.view(Float64Array, counts, padded(rows)).fill(missing ? 0 : count)
      for (let from = 0; from < padded(rows); from += block) {
        const size = Math.min(block, padded(rows) - from)
        const at = 8 * from
        const to = missing ? counts + at : 0
        kernels.scoreProjections(projections, count, logEmpty, columns + at, stride, size, position, sums + at, to)
      }
      return moving({
        sums: arena.copy(Float64Array, sums, rows),
        counts: arena.copy(Float64Array, counts, rows),
      })
    },
  }
}

/** The projections as the kernel reads them: pointers to direction and histogram. */
function placeProjections(arena: Arena, setup: LodaScoreSetup): Uint32Array {
  const count = setup.low.length
  const feature = arena.put(setup.feature)
  const weight = arena.put(setup.weight)
  const logDensity = arena.put(setup.logDensity)
  const histograms = arena.take(24 * count)
  const table = new Uint32Array(4 * count)
  let direction = 0
  let bin = 0
  for (let p = 0; p < count; p++) {
    const at = histograms + 24 * p
    arena.view(Float64Array, at, 2).set([setup.low[p], setup.range[p]])
    arena.view(Uint32Array, at + 16, 2).set([logDensity + 8 * bin, setup.bins[p]])
    table.set([feature + 4 * direction, weight + 8 * direction, setup.used[p], at], 4 * p)
    direction += setup.used[p]
    bin += setup.bins[p]
  }
  return table
}
