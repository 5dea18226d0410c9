import type { Table } from '../../data/table.js'
import type { Random } from '../../numeric/random.js'
import { type ForestNodes, splitValue } from './forest.js'

/** Room for one tree, reused from tree to tree: a tree on `psi` rows has fewer than `psi` inner nodes. */
export interface TreeRoom extends Omit<ForestNodes, 'subsets'> {
  readonly columns: readonly (Float64Array | Int32Array)[]
  readonly categorical: Uint8Array
  readonly subsets: number[]
  readonly features: Int32Array
  readonly scratch: Int32Array
  /** For each category: whether the node at hand has it, and whether it goes left there. */
  readonly seen: Uint8Array
  readonly goesLeft: Uint8Array
}

export function prepareTreeRoom(table: Table, psi: number): TreeRoom {
  const most = Math.max(0, ...table.columns.map((c) => (c.kind === 'categorical' ? c.categories.length : 0)))
  return {
    columns: table.columns.map((c) => (c.kind === 'numeric' ? c.values : c.codes)),
    categorical: Uint8Array.from(table.columns, (c) => (c.kind === 'categorical' ? 1 : 0)),
    feature: new Int32Array(psi),
    low: new Float64Array(psi),
    high: new Float64Array(psi),
    fraction: new Uint16Array(psi),
    left: new Int32Array(psi),
    right: new Int32Array(psi),
    size: new Int32Array(psi),
    subsets: [],
    features: new Int32Array(table.columns.length),
    scratch: new Int32Array(psi),
    seen: new Uint8Array(most),
    goesLeft: new Uint8Array(most),
  }
}

/**
 * Grows one tree to full depth on `rows` (which it reorders) and returns its number of nodes; node 0 is the root, if
 * there is any. The feature is uniform among those that vary in the node, the split uniform in their range. A node of
 * two rows is a leaf: c(2) = 1 is the depth that splitting it would add. Rows that lack the split feature follow the
 * others at random, in proportion.
 */
export function growTree(room: TreeRoom, rows: Int32Array, random: Random): number {
  const { features, left, right, size } = room
  for (let j = 0; j < features.length; j++) features[j] = j
  room.subsets.length = 0
  let nodes = 0
  // Preorder with an explicit stack of row ranges and of the child slot each one fills: (from, to, parent, isRight).
  const stack = [0, rows.length, -1, 0]
  while (stack.length > 0) {
    const isRight = stack.pop()!
    const parent = stack.pop()!
    const to = stack.pop()!
    const from = stack.pop()!
    const node = nodes
    const rowsLeft =
      to - from > 2 && chooseSplit(room, node, rows, from, to, random)
        ? partition(room, node, rows, from, to, random)
        : 0
    const child = rowsLeft === 0 ? from - to : node
    if (parent >= 0) (isRight === 1 ? right : left)[parent] = child
    if (rowsLeft === 0) continue
    nodes++
    size[node] = to - from
    stack.push(from + rowsLeft, to, node, 1, from, from + rowsLeft, node, 0)
  }
  return nodes
}

/** Draws features until one varies, and a split of it; false if none varies. */
function chooseSplit(
  room: TreeRoom,
  node: number,
  rows: Int32Array,
  from: number,
  to: number,
  random: Random,
): boolean {
  const { features } = room
  for (let left = features.length; left > 0; left--) {
    const k = random.below(left)
    const j = features[k]
    features[k] = features[left - 1]
    features[left - 1] = j
    room.feature[node] = j
    const varies =
      room.categorical[j] === 1
        ? chooseSubset(room, node, rows, from, to, random)
        : chooseFraction(room, node, rows, from, to, random)
    if (varies) return true
  }
  return false
}

function chooseFraction(
  room: TreeRoom,
  node: number,
  rows: Int32Array,
  from: number,
  to: number,
  random: Random,
): boolean {
  const column = room.columns[room.feature[node]]
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = from; i < to; i++) {
    const x = column[rows[i]]
    if (x < low) low = x
    if (x > high) high = x
  }
  if (!(low < high)) return false
  room.low[node] = low + 0 // + 0 drops the sign of a zero: which of 0 and -0 came first must not matter
  room.high[node] = high + 0
  room.fraction[node] = random.next() >>> 16
  return true
}

/** Sends each category present in the node to a side by a fair coin, again until both sides have one. */
function chooseSubset(
  room: TreeRoom,
  node: number,
  rows: Int32Array,
  from: number,
  to: number,
  random: Random,
): boolean {
  const codes = room.columns[room.feature[node]]
  const present: number[] = []
  for (let i = from; i < to; i++) {
    const code = codes[rows[i]]
    if (code < 0 || room.seen[code] === 1) continue
    room.seen[code] = 1
    present.push(code)
  }
  for (const code of present) room.seen[code] = 0
  if (present.length < 2) return false
  present.sort((a, b) => a - b)
  let goLeft = 0
  do {
    goLeft = 0
    for (const code of present) goLeft += room.goesLeft[code] = random.next() >>> 31
  } while (goLeft === 0 || goLeft === present.length)
  room.low[node] = room.subsets.length
  for (const code of present) room.subsets.push(2 * code + room.goesLeft[code])
  room.high[node] = room.subsets.length
  room.fraction[node] = 0
  return true
}

/** Puts the rows that go left before those that go right; returns how many go left. */
function partition(room: TreeRoom, node: number, rows: Int32Array, from: number, to: number, random: Random): number {
  const j = room.feature[node]
  const column = room.columns[j]
  const { scratch, goesLeft } = room
  const isCategory = room.categorical[j] === 1
  const split = isCategory ? 0 : splitValue(room.low[node], room.high[node], room.fraction[node])
  let toLeft = from
  let toRight = 0
  let missing = scratch.length
  for (let i = from; i < to; i++) {
    const row = rows[i]
    const x = column[row]
    if (isCategory ? x < 0 : Number.isNaN(x)) scratch[--missing] = row
    else if (isCategory ? goesLeft[x] === 1 : x <= split) rows[toLeft++] = row
    else scratch[toRight++] = row
  }
  const present = toLeft - from + toRight
  const presentLeft = toLeft - from
  while (missing < scratch.length) {
    const row = scratch[missing++]
    if (random.below(present) < presentLeft) rows[toLeft++] = row
    else scratch[toRight++] = row
  }
  for (let k = 0; k < toRight; k++) rows[toLeft + k] = scratch[k]
  return toLeft - from
}
