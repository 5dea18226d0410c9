import * as internals from '@xenolith/core/internals'
import { Arena, MOST_BYTES } from '../memory/arena.js'
import { type MixturePlace, placeFor } from './memory.js'

type Points = internals.Points
type MixtureRows = internals.MixtureRows

/** Core's `plainRows`, bit for bit, on kernels. All rows share one memory, and are gone when others are made. */
export function kernelRows(module: WebAssembly.Module): (points: Points) => MixtureRows {
  let arena: Arena | undefined
  return (points) => {
    if (16 * points.values.length + 64 * 2 ** 20 > MOST_BYTES) return internals.plainRows(points)
    arena ??= new Arena(module)
    arena.clear()
    return rowsIn(arena, points)
  }
}

function rowsIn(arena: Arena, { rows, width, values, codes }: Points): MixtureRows {
  const { kernels } = arena
  const valuesAt = arena.put(values)
  const points = arena.put(Uint32Array.of(valuesAt, arena.put(codes), rows))
  let place: MixturePlace | undefined
  let sums: { readonly at: readonly number[]; readonly moments: number } | undefined

  function pass(mixture: internals.Mixture): internals.Moments {
    place ??= placeFor(arena, mixture)
    const { components, width, codeCounts } = mixture
    const { weights, codeWeights, first, second } = internals.emptyMoments(components, width, codeCounts)
    const parts = [weights, codeWeights, first, second]
    if (sums === undefined) {
      const at = parts.map(({ byteLength }) => arena.take(byteLength))
      // The log-likelihood, then where the sums stand.
      sums = { at, moments: arena.put(Uint32Array.of(0, 0, ...at)) }
    }
    const { at, moments } = sums
    place.put(mixture)
    for (const [k, part] of parts.entries()) arena.view(Float64Array, at[k], part.length).fill(0)
    kernels.mixturePass(place.mixture, points, place.room, moments)
    for (const [k, part] of parts.entries()) part.set(arena.view(Float64Array, at[k], part.length))
    const [logLikelihood] = arena.view(Float64Array, moments, 1)
    return { logLikelihood, weights, codeWeights, first, second }
  }

  function scatter(basis: Float64Array, columns: number): Float64Array {
    const basisAt = arena.put(basis)
    const along = arena.take(32 * columns)
    const to = arena.take(basis.byteLength)
    arena.view(Float64Array, to, basis.length).fill(0)
    kernels.scatterRows(valuesAt, rows, width, basisAt, columns, along, to)
    const result = arena.copy(Float64Array, to, basis.length)
    arena.takeUpTo(basisAt)
    return result
  }

  return { pass, scatter }
}
