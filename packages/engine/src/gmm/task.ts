import type * as internals from '@xenolith/core/internals'
import { Arena } from '../memory/arena.js'
import { moving, type Output, type Task } from '../pool/task.js'
import { placeFor } from './memory.js'

export interface GmmSetup {
  /** Coordinates of a row, before they are turned to the axes. */
  readonly width: number
  readonly axes: internals.Axes | null
  readonly mixture: internals.Mixture
}

/** Points whose densities are wanted. */
export interface GmmInput {
  readonly rows: number
  readonly values: Float64Array
  readonly codes: Int32Array
}

export interface GmmOutput {
  /** The log density of each point. */
  readonly densities: Float64Array
}

export function openGmm(module: WebAssembly.Module, input: unknown): Task {
  const { width, axes, mixture } = input as GmmSetup
  const arena = new Arena(module)
  const { kernels } = arena
  const place = placeFor(arena, mixture)
  place.put(mixture)
  const turned = axes && {
    centre: arena.put(axes.centre),
    directions: arena.put(axes.directions),
    along: arena.take(32 * axes.count),
  }
  const coded = mixture.codeCounts.length
  let room = 0
  let values = 0
  let along = 0
  let codes = 0
  let points = 0
  let densities = 0
  function makeRoom(rows: number): void {
    if (rows <= room) return
    room = rows
    values = arena.take(8 * rows * width)
    along = axes === null ? values : arena.take(8 * rows * mixture.width)
    codes = arena.take(4 * rows * coded)
    densities = arena.take(8 * rows)
    points = arena.put(Uint32Array.of(along, codes, 0))
  }

  return {
    run(request: unknown): Output {
      const { rows, ...given } = request as GmmInput
      makeRoom(rows)
      arena.view(Float64Array, values, rows * width).set(given.values)
      arena.view(Int32Array, codes, rows * coded).set(given.codes)
      arena.view(Uint32Array, points, 3)[2] = rows
      if (turned) {
        const { centre, directions } = turned
        kernels.rowsAlongAxes(values, rows, width, centre, directions, axes!.count, turned.along, along)
      }
      kernels.mixtureDensities(place.mixture, points, place.room, densities)
      return moving({ densities: arena.copy(Float64Array, densities, rows) } satisfies GmmOutput)
    },
  }
}
