import * as internals from '@xenolith/core/internals'
import { Arena, MOST_BYTES } from '../memory/arena.js'
import { KernelLogisticRows } from './logistic-rows.js'

type FourierMaker = internals.FourierMaker

/**
 * Core's `plainFourier`, bit for bit, on kernels. All that it makes shares one memory, and is gone when features of other
 * rows are made.
 */
export function kernelFourier(module: WebAssembly.Module): FourierMaker {
  let arena: Arena | undefined
  return (rows, draw) => {
    const { count } = draw
    const columns = internals.paddedColumns(count)
    // Angles and features of all rows, and as much as both for everything else, in doubles.
    if (8 * (rows.values.length / rows.width) * (3 * columns + rows.width) > MOST_BYTES)
      return internals.plainFourier(rows, draw)
    arena ??= new Arena(module)
    return featuresIn(arena, rows, draw, columns)
  }
}

function featuresIn(
  arena: Arena,
  rows: internals.FourierRows,
  { count, omega, phases }: internals.FourierDraw,
  columns: number,
): internals.FourierFeatures {
  arena.clear()
  const { kernels } = arena
  const values = arena.put(rows.values)
  const omegaAt = arena.put(padded(omega, count, columns))
  const phasesAt = arena.put(padded(phases, count, columns))
  const scale = Math.sqrt(2 / count)
  const start = arena.take(0)
  let known: Int32Array | null = null
  let angles = start
  let room = start
  return {
    of(listed, width) {
      if (listed !== known) {
        arena.takeUpTo(start)
        const list = arena.put(listed)
        angles = arena.take(8 * listed.length * columns)
        room = arena.take(0)
        kernels.anglesOf(values, rows.width, list, listed.length, omegaAt, columns, angles)
        known = listed
      }
      arena.takeUpTo(room)
      const features = arena.take(8 * listed.length * columns)
      kernels.featuresOf(angles, phasesAt, 1 / width, scale, count, columns, listed.length, features)
      const starts = Uint32Array.from(listed, (_, i) => features + 8 * columns * i)
      return new KernelLogisticRows(arena, starts, columns)
    },
  }
}

/** Rows of `from` numbers made `to` long with zeros. */
function padded(values: Float64Array, from: number, to: number): Float64Array {
  const result = new Float64Array((values.length / from) * to)
  for (let row = 0; row * from < values.length; row++)
    result.set(values.subarray(row * from, (row + 1) * from), row * to)
  return result
}
