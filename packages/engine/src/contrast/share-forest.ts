import * as internals from '@xenolith/core/internals'
import { distinctValues, hasWideRanks, searchRoom } from '../alpha/voting-forest.js'
import { Arena, MOST_BYTES } from '../memory/arena.js'

/** Core's `plainShareForest`, tree for tree, on kernels. All forests share one memory: one is gone when the next is made. */
export function kernelShareForest(module: WebAssembly.Module): internals.ShareForestMaker {
  let arena: Arena | undefined
  return (data, plan) => {
    const { draws, nominal, mixture } = plan
    // Ranks, as many values at most, lists of rows, and a tree.
    const bytes = 12 * data.ranks.length + 64 * data.rows + 64 * (draws + nominal.length + mixture.length)
    if (bytes > MOST_BYTES) return internals.plainShareForest(data, plan)
    arena ??= new Arena(module)
    arena.clear()
    return forestIn(arena, data, plan)
  }
}

function forestIn(arena: Arena, data: internals.RankedRows, plan: internals.SharePlan): internals.ShareForest {
  const { rows, width } = data
  const { nominal, mixture, draws, leaf } = plan
  const wide = hasWideRanks(data)
  const trained = nominal.length + mixture.length
  // A tree has one inner node fewer than leaves, and every leaf a row of the bag.
  const mostNodes = 2 * Math.min(trained, 2 * draws)
  // The fields of VotingRoom and ShareRoom in assembly/.
  const search = searchRoom(arena, data, 2 * draws)
  const votingRoom = arena.put(
    Uint32Array.of(
      search,
      width,
      internals.featuresTried(width),
      0,
      0,
      0,
      arena.take(rows),
      arena.take(4 * rows),
      0,
      arena.take(4 * width),
      arena.take(16 * (trained + 2)),
      ...distinctValues(arena, data),
      0,
      0,
    ),
  )
  const features = arena.take(4 * mostNodes)
  const values = arena.take(8 * mostNodes)
  const shareRoom = arena.put(
    Uint32Array.of(
      votingRoom,
      arena.put(nominal),
      nominal.length,
      arena.put(mixture),
      mixture.length,
      draws,
      leaf,
      features,
      values,
    ),
  )
  return {
    grow(seed, label, tree) {
      const [first, second] = internals.streamWords(seed, label)
      const nodes = arena.kernels.growShares(shareRoom, wide, first, second, tree)
      return { feature: arena.copy(Int32Array, features, nodes), value: arena.copy(Float64Array, values, nodes) }
    },
  }
}
