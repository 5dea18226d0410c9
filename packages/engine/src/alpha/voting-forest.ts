import * as internals from '@xenolith/core/internals'
import { Arena, MOST_BYTES } from '../memory/arena.js'

type RankedRows = internals.RankedRows

/** Core's `plainForest`, vote for vote, on kernels. All forests share one memory: one is gone when the next is made. */
export function kernelForest(module: WebAssembly.Module): internals.VotingForestMaker {
  let arena: Arena | undefined
  return (data, classes, outOfBag) => {
    // Ranks, as many values at most, and lists of rows.
    if (12 * data.ranks.length + 64 * data.rows > MOST_BYTES) return internals.plainForest(data, classes, outOfBag)
    arena ??= new Arena(module)
    arena.clear()
    return forestIn(arena, data, classes, outOfBag)
  }
}

function forestIn(arena: Arena, data: RankedRows, classes: Uint8Array, outOfBag: boolean): internals.VotingForest {
  const { rows, width } = data
  const wide = hasWideRanks(data)
  const trained = internals.trainedRows(classes)
  const mixture = arena.put(new Int32Array(rows))
  const all = arena.put(new Int32Array(rows))
  // The fields of VotingRoom in assembly/.
  const search = searchRoom(arena, data, trained.length)
  const votingRoom = arena.put(
    Uint32Array.of(
      search,
      width,
      internals.featuresTried(width),
      arena.put(trained),
      trained.length,
      arena.put(internals.mixtureFlags(classes)),
      arena.take(rows),
      arena.take(4 * rows),
      arena.take(4 * rows),
      arena.take(4 * width),
      arena.take(24 * (trained.length + 2)),
      ...distinctValues(arena, data),
      mixture,
      all,
    ),
  )
  return {
    grow(seed, label, tree) {
      const [first, second] = internals.streamWords(seed, label)
      arena.kernels.growVotes(votingRoom, wide, outOfBag, first, second, tree)
    },
    votes: () => ({ mixture: arena.copy(Int32Array, mixture, rows), all: arena.copy(Int32Array, all, rows) }),
  }
}

/** Whether ranks take more than 16 bits. */
export const hasWideRanks = ({ rows }: RankedRows): boolean => rows > 65536

/** What the search for a split works on, with room for the distinct rows of a bag: the fields of Search in assembly/. */
export function searchRoom(arena: Arena, data: RankedRows, bagRows: number): number {
  const { rows, ranks } = data
  return arena.put(
    Uint32Array.of(
      arena.put(hasWideRanks(data) ? ranks : Uint16Array.from(ranks)),
      rows,
      arena.take(4 * rows),
      arena.take(4 * bagRows),
      arena.put(new Int32Array(2 * internals.BUCKETS)),
      arena.take(4 * internals.BUCKETS),
    ),
  )
}

/** Where the values of all features are, and where those of each begin. */
export function distinctValues(arena: Arena, { width, values }: RankedRows): [number, number] {
  const starts = new Uint32Array(width + 1)
  for (const [f, distinct] of values.entries()) starts[f + 1] = starts[f] + distinct.length
  const at = arena.take(8 * starts[width])
  const view = arena.view(Float64Array, at, starts[width])
  for (const [f, distinct] of values.entries()) view.set(distinct, starts[f])
  return [at, arena.put(starts)]
}
