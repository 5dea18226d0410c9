import { END, HEAVY_RIGHT, LEAST_END, RANKED_BYTES } from './ranked-record'

/** What routing reads and writes besides the tree. */
// @ts-ignore: decorator
@unmanaged
export class Route {
  /** Ranks (i16), feature by feature, `stride` bytes from one to the next. */
  columns: usize
  stride: u32
  /** f64 for each row. */
  sums: usize
  /** What each end adds (f64), END first. */
  ends: usize
  /** Room for lists of rows (u16): 36 bytes for each row and 4 KB more; and for those that end at a node, 2 bytes and 32 more. */
  lists: usize
  ended: usize
  /** For each mask of eight lanes the bytes of those in it, in front (16 bytes each), then the same for those not in it; see writePacking. */
  packing: usize
}

export function writePacking(to: usize): void {
  for (let mask: usize = 0; mask < 256; mask++) {
    let at = to + (mask << 4)
    let others = at + 4096
    for (let lane: u32 = 0; lane < 8; lane++) {
      const bytes = <u16>(0x100 * (2 * lane + 1) + 2 * lane)
      const inMask = ((mask >>> lane) & 1) == 1
      store<u16>(inMask ? at : others, bytes)
      if (inMask) at += 2
      else others += 2
    }
  }
}

const ENTRY: usize = 24

/**
 * Adds to the sums of `count` rows (u16 at `rows`) the depths at which the tree isolates them. Rows go down as lists,
 * one node after another: those of a list are compared eight at a time, and packed into the lists of the children.
 */
export function routeRows(tree: usize, route: Route, rows: usize, count: u32): void {
  if (count == 0) return
  const columns = route.columns
  const sums = route.sums
  const ends = route.ends
  const ended = route.ended
  const packing = route.packing
  const stride = <usize>route.stride
  const stackBase = route.lists
  let stack = stackBase
  let source = rows
  let list = stackBase + 32 * ENTRY
  let record = tree
  let n = count
  let depth: f64 = 1
  let top = list + (<usize>n << 1) + 32
  for (;;) {
    // One node: its n > 0 rows are at `source`. Those that go to the child of more training rows are written to `list`,
    // which may be the same, the others to `top`.
    const feature = <usize>load<u16>(record, 6)
    // All ones if the right child is the heavy one. Without branches, as it is as good as random.
    const heavyRight = <usize>(0 - <i32>(feature >>> 15))
    const column = columns + (feature & ~HEAVY_RIGHT) * stride
    const low = v128.load16_splat(record)
    const split = v128.load16_splat(record, 2)
    const high = v128.load16_splat(record, 4)
    const swap = (list ^ top) & heavyRight
    const lefts = list ^ swap
    const rights = top ^ swap
    let toLeft = lefts
    let toRight = rights
    let toEnd = ended
    const stop = source + (<usize>n << 1)
    let outLeft: u32 = 0
    let inRight: u32 = 0
    for (let at = source; at < stop; at += 16) {
      const these = v128.load(at)
      const x = gather(column, at)
      const right = i16x8.gt_s(x, split)
      const notLeft = v128.or(i16x8.gt_s(low, x), right)
      const sides = i8x16.bitmask(i8x16.narrow_i16x8_s(notLeft, v128.andnot(right, i16x8.gt_s(x, high))))
      outLeft = sides & 0xff
      inRight = sides >>> 8
      v128.store(toLeft, i8x16.swizzle(these, v128.load(packing + (<usize>outLeft << 4), 4096)))
      v128.store(toRight, i8x16.swizzle(these, v128.load(packing + (<usize>inRight << 4))))
      v128.store(toEnd, i8x16.swizzle(these, v128.load(packing + (<usize>(outLeft ^ inRight) << 4))))
      const out = <usize>popcnt(outLeft) << 1
      const rights = <usize>popcnt(inRight) << 1
      toLeft += 16 - out
      toRight += rights
      toEnd += out - rights
    }
    // Lanes beyond the last row have added to the ends of the lists.
    const beyond = ~((1 << (((n - 1) & 7) + 1)) - 1)
    const out = <usize>popcnt(outLeft & beyond) << 1
    const right0 = <usize>popcnt(inRight & beyond) << 1
    toLeft -= (<usize>popcnt(beyond & 0xff) << 1) - out
    toRight -= right0
    toEnd -= out - right0
    add(ended, toEnd, depth, sums)
    const left = <u32>load<u16>(record, 8)
    const right = <u32>load<u16>(record, 10)
    if (left >= LEAST_END) {
      add(lefts, toLeft, depth + load<f64>(ends + (<usize>(END - left) << 3)), sums)
      toLeft = lefts
    }
    if (right >= LEAST_END) {
      add(rights, toRight, depth + load<f64>(ends + (<usize>(END - right) << 3)), sums)
      toRight = rights
    }
    const crossed = (left ^ right) & <u32>heavyRight
    const heavy = left ^ crossed
    const light = right ^ crossed
    const leftCount = <u32>((toLeft - lefts) >>> 1)
    const rightCount = <u32>((toRight - rights) >>> 1)
    const exchange = (leftCount ^ rightCount) & <u32>heavyRight
    const heavyCount = leftCount ^ exchange
    const lightCount = rightCount ^ exchange
    depth += 1
    if (lightCount != 0) {
      if (heavyCount != 0) {
        // The heavy one waits: no more than log2(training rows) wait at a time.
        store<u32>(stack, <u32>(record + <usize>heavy * RANKED_BYTES))
        store<u32>(stack, heavyCount, 4)
        store<u32>(stack, <u32>list, 8)
        store<u32>(stack, <u32>top, 12)
        store<f64>(stack, depth, 16)
        stack += ENTRY
      }
      n = lightCount
      record += <usize>light * RANKED_BYTES
      list = top
      top += (<usize>n << 1) + 32
    } else if (heavyCount != 0) {
      n = heavyCount
      record += <usize>heavy * RANKED_BYTES
    } else {
      if (stack == stackBase) break
      stack -= ENTRY
      record = load<u32>(stack)
      n = load<u32>(stack, 4)
      list = load<u32>(stack, 8)
      top = load<u32>(stack, 12)
      depth = load<f64>(stack, 16)
    }
    source = list
  }
}

/** Eight numbers of a column, those of the rows numbered at `at`. */
// @ts-ignore: decorator
@inline
function gather(column: usize, at: usize): v128 {
  let x = v128.load16_splat(column + (<usize>load<u16>(at) << 1))
  x = v128.load_lane<u16>(column + (<usize>load<u16>(at, 2) << 1), x, 1)
  x = v128.load_lane<u16>(column + (<usize>load<u16>(at, 4) << 1), x, 2)
  x = v128.load_lane<u16>(column + (<usize>load<u16>(at, 6) << 1), x, 3)
  x = v128.load_lane<u16>(column + (<usize>load<u16>(at, 8) << 1), x, 4)
  x = v128.load_lane<u16>(column + (<usize>load<u16>(at, 10) << 1), x, 5)
  x = v128.load_lane<u16>(column + (<usize>load<u16>(at, 12) << 1), x, 6)
  return v128.load_lane<u16>(column + (<usize>load<u16>(at, 14) << 1), x, 7)
}

// @ts-ignore: decorator
@inline
function add(from: usize, to: usize, depth: f64, sums: usize): void {
  for (let at = from; at < to; at += 2) {
    const sum = sums + (<usize>load<u16>(at) << 3)
    store<f64>(sum, load<f64>(sum) + depth)
  }
}
