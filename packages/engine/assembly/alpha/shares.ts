// One tree of the contrast forest, as core's trees/share-forest.ts grows it.
import { leftMixture, leftNominal, MOST_TIMES, ROW_BITS } from './best-split'
import { cutValue, findSplit, partitionBag, splitFeature, VotingRoom } from './votes'
import { next, seedRandom } from '../random'

/** What growing reads and writes beyond the room of votes, whose lists of judged rows it does not use. */
// @ts-ignore: decorator
@unmanaged
export class ShareRoom {
  votes: VotingRoom
  /** u32: the rows trained on, by class. */
  nominal: usize
  nominalCount: u32
  mixture: usize
  mixtureCount: u32
  /** Draws of each class, and the draws up to which a node is a leaf. */
  draws: u32
  leaf: u32
  /** The tree in preorder: i32 the feature of each node, -1 for a leaf, and f64 its cut or share. */
  features: usize
  values: usize
}

/** Grows tree `third` of a stream; returns how many nodes it has. `wide`: ranks are u32. */
export function growShares(room: ShareRoom, wide: bool, first: u32, second: u32, third: u32): u32 {
  seedRandom(first, second, third)
  return wide ? growTree<u32>(room) : growTree<u16>(room)
}

function growTree<R>(room: ShareRoom): u32 {
  const votes = room.votes
  const stack = votes.stack
  for (let f: u32 = 0; f < votes.width; f++) store<u32>(votes.features + (<usize>f << 2), f)
  fillBag(room)
  let nodes: usize = 0
  let top = stack + 16
  while (top > stack) {
    top -= 16
    const from = load<u32>(top)
    const to = load<u32>(top, 4)
    const nominal = load<u32>(top, 8)
    const mixture = load<u32>(top, 12)
    const ends = nominal == 0 || mixture == 0 || nominal + mixture <= room.leaf
    if (ends || !findSplit<R>(votes, from, to, nominal, mixture)) {
      const share = Math.floor((<f64>mixture * 32768) / <f64>(nominal + mixture) + 0.5)
      keep(room, nodes++, -1, share)
      continue
    }
    const left0 = <u32>leftNominal
    const left1 = <u32>leftMixture
    const middle = partitionBag<R>(votes, from, to)
    keep(room, nodes++, splitFeature(), cutValue(votes))
    store<u32>(top, middle)
    store<u32>(top, to, 4)
    store<u32>(top, nominal - left0, 8)
    store<u32>(top, mixture - left1, 12)
    store<u32>(top, from, 16)
    store<u32>(top, middle, 20)
    store<u32>(top, left0, 24)
    store<u32>(top, left1, 28)
    top += 32
  }
  return <u32>nodes
}

// @ts-ignore: decorator
@inline
function keep(room: ShareRoom, node: usize, feature: i32, value: f64): void {
  store<i32>(room.features + (node << 2), feature)
  store<f64>(room.values + (node << 3), value)
}

function fillBag(room: ShareRoom): void {
  const votes = room.votes
  memory.fill(votes.times, 0, votes.search.rows)
  draw(votes, room.nominal, room.nominalCount, room.draws)
  draw(votes, room.mixture, room.mixtureCount, room.draws)
  size = 0
  const nominal = collect(votes, room.nominal, room.nominalCount, 0)
  const mixture = collect(votes, room.mixture, room.mixtureCount, 1)
  store<u32>(votes.stack, 0)
  store<u32>(votes.stack, size, 4)
  store<u32>(votes.stack, nominal, 8)
  store<u32>(votes.stack, mixture, 12)
}

function draw(votes: VotingRoom, rows: usize, count: u32, draws: u32): void {
  const scale = <f64>count / 4294967296
  for (let i: u32 = 0; i < draws; i++) {
    const row = <usize>load<u32>(rows + (<usize>(<u32>(<f64>next() * scale)) << 2))
    const often = load<u8>(votes.times + row)
    if (often < <u8>MOST_TIMES) store<u8>(votes.times + row, often + 1)
  }
}

/** Rows in the bag so far. */
let size: u32 = 0

/** Adds the rows of a class to the bag; how many they are, as often as they are in it. */
function collect(votes: VotingRoom, rows: usize, count: u32, isMixture: u32): u32 {
  let total: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const row = load<u32>(rows + (<usize>i << 2))
    const often = <u32>load<u8>(votes.times + row)
    if (often == 0) continue
    store<u32>(votes.bag + (<usize>size << 2), row | (often << ROW_BITS) | (isMixture << (ROW_BITS + 5)))
    size++
    total += often
  }
  return total
}
