import type * as internals from '@xenolith/core/internals'
import type { Arena } from '../memory/arena.js'

type Mixture = internals.Mixture

/** Points that a kernel judges together; as in assembly/gmm/mixture.ts. */
const BLOCK = 8

/** Where a mixture of one shape stands in the memory of the kernels, and the room that judging points by it takes. */
export interface MixturePlace {
  readonly mixture: number
  readonly room: number
  put(mixture: Mixture): void
}

export function placeFor(
  arena: Arena,
  { components, width, codeCounts, heights, means, factors, shares }: Mixture,
): MixturePlace {
  const at = [heights, means, factors, shares].map(({ byteLength }) => arena.take(byteLength))
  const counts = arena.put(codeCounts)
  const codes = shares.length / components
  const mixture = arena.put(Uint32Array.of(...at, counts, components, width, codeCounts.length, codes))
  const block = 8 * BLOCK * Math.max(1, width)
  const sizes = [block, block, 8 * BLOCK * components, 8 * BLOCK, block]
  const room = arena.put(Uint32Array.from(sizes, (bytes) => arena.take(bytes)))
  return {
    mixture,
    room,
    put(next) {
      for (const [k, part] of [next.heights, next.means, next.factors, next.shares].entries()) {
        arena.view(Float64Array, at[k], part.length).set(part)
      }
    },
  }
}
