// One tree of the estimators' forest, as core's trees/random-forest.ts grows it.
import { begin, feature, leftMixture, leftNominal, look, MOST_TIMES, rank, ROW, ROW_BITS, Search } from './best-split'
import { below, next, seedRandom } from '../random'

/** What growing reads and writes. */
// @ts-ignore: decorator
@unmanaged
export class VotingRoom {
  search: Search
  width: u32
  /** Features drawn at a node. */
  tried: u32
  /** u32: the rows trained on. */
  trained: usize
  trainedCount: u32
  /** u8 for each row: whether it is of the mixture, and how often it is in the bag. */
  isMixture: usize
  times: usize
  /** u32 for each row: the bag, node by node, and the rows to be judged. */
  bag: usize
  judged: usize
  /** u32 for each feature: the order in which they were last drawn. */
  features: usize
  /** 24 bytes for each row trained on, and two more. */
  stack: usize
  /** f64: the distinct values, feature by feature, and u32 where those of each begin, and end. */
  values: usize
  starts: usize
  /** u32 for each row: votes for "mixture", and votes. */
  mixtureVotes: usize
  allVotes: usize
}

/** Grows tree `third` of a stream and counts its votes. `wide`: ranks are u32. */
export function growVotes(room: VotingRoom, wide: bool, outOfBag: bool, first: u32, second: u32, third: u32): void {
  seedRandom(first, second, third)
  if (wide) growTree<u32>(room, outOfBag)
  else growTree<u16>(room, outOfBag)
}

function growTree<R>(room: VotingRoom, outOfBag: bool): void {
  const stack = room.stack
  for (let f: u32 = 0; f < room.width; f++) store<u32>(room.features + (<usize>f << 2), f)
  fillBag(room, outOfBag)
  let top = stack + 24
  while (top > stack) {
    top -= 24
    const from = load<u32>(top)
    const to = load<u32>(top, 4)
    const judgeFrom = load<u32>(top, 8)
    const judgeTo = load<u32>(top, 12)
    const nominal = load<u32>(top, 16)
    const mixture = load<u32>(top, 20)
    if (judgeFrom == judgeTo) continue
    if (nominal == 0 || mixture == 0 || !findSplit<R>(room, from, to, nominal, mixture)) {
      const tossed = mixture == nominal && next() < 2147483648
      vote(room, judgeFrom, judgeTo, mixture > nominal || tossed)
      continue
    }
    const left0 = <u32>leftNominal
    const left1 = <u32>leftMixture
    const middle = partitionBag<R>(room, from, to)
    const judgeMiddle = partitionJudged<R>(room, judgeFrom, judgeTo)
    store<u32>(top, middle)
    store<u32>(top, to, 4)
    store<u32>(top, judgeMiddle, 8)
    store<u32>(top, judgeTo, 12)
    store<u32>(top, nominal - left0, 16)
    store<u32>(top, mixture - left1, 20)
    store<u32>(top, from, 24)
    store<u32>(top, middle, 28)
    store<u32>(top, judgeFrom, 32)
    store<u32>(top, judgeMiddle, 36)
    store<u32>(top, left0, 40)
    store<u32>(top, left1, 44)
    top += 48
  }
}

function fillBag(room: VotingRoom, outOfBag: bool): void {
  const rows = room.search.rows
  const trained = room.trained
  const n = room.trainedCount
  const times = room.times
  const scale = <f64>n / 4294967296
  memory.fill(times, 0, rows)
  for (let i: u32 = 0; i < n; i++) {
    const row = <usize>load<u32>(trained + (<usize>(<u32>(<f64>next() * scale)) << 2))
    const often = load<u8>(times + row)
    if (often < <u8>MOST_TIMES) store<u8>(times + row, often + 1)
  }
  let nominal: u32 = 0
  let mixture: u32 = 0
  let size: usize = 0
  let judged: usize = 0
  for (let i: u32 = 0; i < n; i++) {
    const row = load<u32>(trained + (<usize>i << 2))
    const often = <u32>load<u8>(times + row)
    if (often == 0) {
      if (outOfBag) store<u32>(room.judged + (judged++ << 2), row)
      continue
    }
    const isMixture = <u32>load<u8>(room.isMixture + row)
    store<u32>(room.bag + (size++ << 2), row | (often << ROW_BITS) | (isMixture << (ROW_BITS + 5)))
    if (isMixture != 0) mixture += often
    else nominal += often
  }
  if (!outOfBag) for (; judged < rows; judged++) store<u32>(room.judged + (judged << 2), <u32>judged)
  store<u32>(room.stack, 0)
  store<u32>(room.stack, <u32>size, 4)
  store<u32>(room.stack, 0, 8)
  store<u32>(room.stack, <u32>judged, 12)
  store<u32>(room.stack, nominal, 16)
  store<u32>(room.stack, mixture, 20)
}

export function findSplit<R>(room: VotingRoom, from: u32, to: u32, nominal: u32, mixture: u32): bool {
  begin(nominal, mixture)
  for (let k: u32 = 0; k < room.tried; k++) {
    const here = room.features + (<usize>k << 2)
    const there = here + (<usize>below(room.width - k) << 2)
    const f = load<u32>(there)
    store<u32>(there, load<u32>(here))
    store<u32>(here, f)
    look<R>(room.search, f, room.bag + (<usize>from << 2), to - from)
  }
  return feature >= 0
}

/** The least rank on the right of the split made last. */
let nextRank: i32 = 0

export function partitionBag<R>(room: VotingRoom, from: u32, to: u32): u32 {
  const ranks = ranksOf<R>(room)
  const last = rank
  const end = room.bag + (<usize>to << 2)
  let left = room.bag + (<usize>from << 2)
  let least: i32 = i32.MAX_VALUE
  for (let at = left; at < end; at += 4) {
    const row = load<u32>(at)
    const its = <i32>load<R>(ranks + <usize>(row & ROW) * sizeof<R>())
    store<u32>(at, load<u32>(left))
    store<u32>(left, row)
    const isLeft = its <= last
    left += <usize>isLeft << 2
    least = min(least, isLeft ? i32.MAX_VALUE : its)
  }
  nextRank = least
  return <u32>((left - room.bag) >> 2)
}

function partitionJudged<R>(room: VotingRoom, from: u32, to: u32): u32 {
  const ranks = ranksOf<R>(room)
  const last = cut(room)
  const end = room.judged + (<usize>to << 2)
  let left = room.judged + (<usize>from << 2)
  for (let at = left; at < end; at += 4) {
    const row = load<u32>(at)
    store<u32>(at, load<u32>(left))
    store<u32>(left, row)
    left += <usize>(<i32>load<R>(ranks + <usize>row * sizeof<R>()) <= last) << 2
  }
  return <u32>((left - room.judged) >> 2)
}

// @ts-ignore: decorator
@inline
function ranksOf<R>(room: VotingRoom): usize {
  return room.search.ranks + <usize>feature * <usize>room.search.rows * sizeof<R>()
}

/** The feature of the split made last. */
export function splitFeature(): i32 {
  return feature
}

/** Half-way between the two values that the split made last parts, the lower one if no number lies between them. */
export function cutValue(room: VotingRoom): f64 {
  const values = room.values + (<usize>load<u32>(room.starts + (<usize>feature << 2)) << 3)
  const low = load<f64>(values + (<usize>rank << 3))
  const high = load<f64>(values + (<usize>nextRank << 3))
  const half = (low + high) / 2
  return half < high ? half : low
}

/** The last rank that goes left. */
function cut(room: VotingRoom): i32 {
  if (nextRank == rank + 1) return rank
  const at = room.starts + (<usize>feature << 2)
  const values = room.values + (<usize>load<u32>(at) << 3)
  const half = (load<f64>(values + (<usize>rank << 3)) + load<f64>(values + (<usize>nextRank << 3))) / 2
  let low: u32 = 0
  let high = load<u32>(at, 4) - load<u32>(at)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (load<f64>(values + (<usize>middle << 3)) <= half) low = middle + 1
    else high = middle
  }
  return max(rank, <i32>low - 1)
}

function vote(room: VotingRoom, from: u32, to: u32, mixture: bool): void {
  const end = room.judged + (<usize>to << 2)
  for (let at = room.judged + (<usize>from << 2); at < end; at += 4) {
    const row = <usize>load<u32>(at) << 2
    store<u32>(room.allVotes + row, load<u32>(room.allVotes + row) + 1)
    store<u32>(room.mixtureVotes + row, load<u32>(room.mixtureVotes + row) + <u32>mixture)
  }
}
