import { fillSlot, TreeRoom } from './grow'
import { below, next } from '../random'
import { Nodes, splitValue } from './tree'

/** Entries of the category subsets written so far, in this tree. */
let entries: u32 = 0

export function subsetEntries(): u32 {
  return entries
}

/**
 * Grows one tree on the first `psi` row numbers of `here`, for any table: core's growTree line by line. Rows keep
 * their order on both sides, because those that lack the split feature draw their side one after another.
 */
export function growMixed(room: TreeRoom, nodes: Nodes, order: usize, psi: u32): u32 {
  memory.copy(room.here, order, <usize>psi << 2)
  for (let j: u32 = 0; j < room.width; j++) store<u32>(room.features + (<usize>j << 2), j)
  entries = 0
  let count: u32 = 0
  let top = room.stack
  store<u32>(top, 0)
  store<u32>(top, psi, 4)
  store<u32>(top, 0xffffffff, 8)
  top += 16
  while (top != room.stack) {
    top -= 16
    const from = load<u32>(top)
    const to = load<u32>(top, 4)
    const slot = load<u32>(top, 8)
    const node = count
    const left = to - from > 2 && chooseSplit(room, nodes, node, from, to) ? partition(room, nodes, node, from, to, psi) : 0
    fillSlot(nodes, slot, left == 0 ? <i32>from - <i32>to : <i32>node)
    if (left == 0) continue
    count++
    store<u32>(nodes.size + (<usize>node << 2), to - from)
    store<u32>(top, from + left)
    store<u32>(top, to, 4)
    store<u32>(top, (node << 1) + 1, 8)
    store<u32>(top, from, 16)
    store<u32>(top, from + left, 20)
    store<u32>(top, node << 1, 24)
    top += 32
  }
  return count
}

// @ts-ignore: decorator
@inline
function columnOf(room: TreeRoom, j: u32): usize {
  return room.columns + <usize>j * (<usize>room.rows << 3)
}

// @ts-ignore: decorator
@inline
function isCategorical(room: TreeRoom, j: u32): bool {
  return load<u8>(room.categorical + j) != 0
}

function chooseSplit(room: TreeRoom, nodes: Nodes, node: u32, from: u32, to: u32): bool {
  for (let left = room.width; left > 0; left--) {
    const drawn = room.features + (<usize>below(left) << 2)
    const last = room.features + (<usize>(left - 1) << 2)
    const j = load<u32>(drawn)
    store<u32>(drawn, load<u32>(last))
    store<u32>(last, j)
    store<u32>(nodes.feature + (<usize>node << 2), j)
    const varies = isCategorical(room, j)
      ? chooseSubset(room, nodes, node, from, to)
      : chooseFraction(room, nodes, node, from, to)
    if (varies) return true
  }
  return false
}

function chooseFraction(room: TreeRoom, nodes: Nodes, node: u32, from: u32, to: u32): bool {
  const column = columnOf(room, load<u32>(nodes.feature + (<usize>node << 2)))
  let low: f64 = Infinity
  let high: f64 = -Infinity
  for (let i = from; i < to; i++) {
    const x = load<f64>(column + (<usize>load<u32>(room.here + (<usize>i << 2)) << 3))
    low = x < low ? x : low
    high = x > high ? x : high
  }
  if (!(low < high)) return false
  store<f64>(nodes.low + (<usize>node << 3), low + 0)
  store<f64>(nodes.high + (<usize>node << 3), high + 0)
  store<u16>(nodes.fraction + (<usize>node << 1), <u16>(next() >>> 16))
  return true
}

/** Sends each category present in the node to a side by a fair coin, in the order of codes, until both sides have one. */
function chooseSubset(room: TreeRoom, nodes: Nodes, node: u32, from: u32, to: u32): bool {
  const codes = columnOf(room, load<u32>(nodes.feature + (<usize>node << 2)))
  const seen = room.seen
  memory.fill(seen, 0, room.categories)
  let present: u32 = 0
  let least: u32 = room.categories
  let most: u32 = 0
  for (let i = from; i < to; i++) {
    const code = load<i32>(codes + (<usize>load<u32>(room.here + (<usize>i << 2)) << 2))
    if (code < 0 || load<u8>(seen + code) == 1) continue
    store<u8>(seen + code, 1)
    present++
    least = min(least, <u32>code)
    most = max(most, <u32>code)
  }
  if (present < 2) return false
  let goLeft: u32 = 0
  do {
    goLeft = 0
    for (let code = least; code <= most; code++) {
      if (load<u8>(seen + code) == 0) continue
      const coin = next() >>> 31
      store<u8>(room.goesLeft + code, <u8>coin)
      goLeft += coin
    }
  } while (goLeft == 0 || goLeft == present)
  ensureRoom(nodes.subsets + (<usize>(entries + present) << 2))
  store<f64>(nodes.low + (<usize>node << 3), f64(entries))
  for (let code = least; code <= most; code++) {
    if (load<u8>(seen + code) == 0) continue
    store<u32>(nodes.subsets + (<usize>entries << 2), 2 * code + load<u8>(room.goesLeft + code))
    entries++
  }
  store<f64>(nodes.high + (<usize>node << 3), f64(entries))
  store<u16>(nodes.fraction + (<usize>node << 1), 0)
  return true
}

/** The subsets stand last in memory, so that there is always room for more. */
function ensureRoom(end: usize): void {
  const pages = <i32>((end + 0xffff) >>> 16)
  if (pages > memory.size()) memory.grow(pages - memory.size())
}

/** Rows that go left to the front, the others behind them; those without the feature last on either side, latest first. */
function partition(room: TreeRoom, nodes: Nodes, node: u32, from: u32, to: u32, psi: u32): u32 {
  const j = load<u32>(nodes.feature + (<usize>node << 2))
  const column = columnOf(room, j)
  const isCategory = isCategorical(room, j)
  const split = isCategory
    ? 0
    : splitValue(
        load<f64>(nodes.low + (<usize>node << 3)),
        load<f64>(nodes.high + (<usize>node << 3)),
        load<u16>(nodes.fraction + (<usize>node << 1)),
      )
  const rows = room.here
  const scratch = room.there
  let toLeft = from
  let toRight: u32 = 0
  let missing = psi
  for (let i = from; i < to; i++) {
    const row = load<u32>(rows + (<usize>i << 2))
    let absent = false
    let goesLeft = false
    if (isCategory) {
      const code = load<i32>(column + (<usize>row << 2))
      absent = code < 0
      goesLeft = !absent && load<u8>(room.goesLeft + code) == 1
    } else {
      const x = load<f64>(column + (<usize>row << 3))
      absent = x != x
      goesLeft = x <= split
    }
    if (absent) {
      missing--
      store<u32>(scratch + (<usize>missing << 2), row)
    } else if (goesLeft) {
      store<u32>(rows + (<usize>toLeft << 2), row)
      toLeft++
    } else {
      store<u32>(scratch + (<usize>toRight << 2), row)
      toRight++
    }
  }
  const presentLeft = toLeft - from
  const present = presentLeft + toRight
  for (; missing < psi; missing++) {
    const row = load<u32>(scratch + (<usize>missing << 2))
    if (below(present) < presentLeft) {
      store<u32>(rows + (<usize>toLeft << 2), row)
      toLeft++
    } else {
      store<u32>(scratch + (<usize>toRight << 2), row)
      toRight++
    }
  }
  memory.copy(rows + (<usize>toLeft << 2), scratch, <usize>toRight << 2)
  return toLeft - from
}
