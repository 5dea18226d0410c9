import { CATEGORICAL, DEPTH, endDepth, isLeaf, OFFSET, recordBytes, SEARCHED, slotOf } from './record'
import { depthFrom, rangeChecked } from './resolve'

/** Blind steps before the first look at which paths have ended, and between later looks. */
const FIRST_STEPS = 16
const NEXT_STEPS = 6
const LANES = 8

/** M says what rows may hold: Numbers, or Mixed (missing values and categories too). */
export type Numbers = i32
export type Mixed = f64

// @ts-ignore: decorator
@inline
function mixed<M>(): bool {
  return isFloat<M>()
}

/** One step down, without a branch: a path that has ended stays where it is. */
// @ts-ignore: decorator
@inline
function step<C, M>(tree: usize, record: usize, row: usize): usize {
  const offset = slotOf<C>(record, OFFSET)
  const at = row + (mixed<M>() ? offset & ~7 : offset)
  const x = v128.load64_splat(at)
  const below = i64x2.bitmask(f64x2.gt(x, v128.load(record)))
  const above = i64x2.bitmask(f64x2.gt(x, v128.load(record, 16)))
  let slot = <usize>(below + (above << 2))
  if (mixed<M>()) {
    const bit = load<u64>(at)
    const left = <usize>((bit & load<u64>(record, 8)) != 0)
    const side = select<usize>(3 - (left << 1), 0, (bit & load<u64>(record, 16)) != 0)
    slot = select<usize>(side, slot, (offset & CATEGORICAL) != 0)
  }
  return tree + (slotOf<C>(record, slot) << 4)
}

/** The depth of a path that stays at the record. In a mixed table it may only be waiting there: for both sides, or for a search. */
// @ts-ignore: decorator
@inline
function depthAt<C, M>(tree: usize, first: u32, record: usize, row: usize): f64 {
  if (mixed<M>() && !isLeaf(record) && waits<C>(record, row)) {
    const node = first + <u32>((record - tree) / recordBytes<C>())
    return depthFrom(<i32>node, <u32>slotOf<C>(record, DEPTH) - 1, row)
  }
  return endDepth<C>(record)
}

function waits<C>(record: usize, row: usize): bool {
  const offset = slotOf<C>(record, OFFSET)
  const x = load<f64>(row + (offset & ~7))
  if ((offset & CATEGORICAL) == 0) return x != x
  return (offset & SEARCHED) != 0 || !rangeChecked() || reinterpret<u64>(x) == 0
}

function walkRow<C, M>(tree: usize, from: usize, row: usize): usize {
  let record = from
  let next = step<C, M>(tree, record, row)
  while (next != record) {
    record = next
    next = step<C, M>(tree, record, row)
  }
  return record
}

/** Adds the depth of an ended path to its row's sum, or puts the path on the list; returns where the list goes on. */
// @ts-ignore: decorator
@inline
function settle<C, M>(
  tree: usize, first: u32, before: usize, after: usize, number: u32, row: usize, sums: usize, list: usize,
): usize {
  const ended = before == after
  const sum = sums + (<usize>number << 3)
  if (mixed<M>()) {
    if (ended) store<f64>(sum, load<f64>(sum) + depthAt<C, M>(tree, first, after, row))
  } else store<f64>(sum, load<f64>(sum) + select<f64>(endDepth<C>(after), 0, ended))
  store<u32>(list, number)
  store<u32>(list, <u32>after, 4)
  return list + (<usize>!ended << 3)
}

/** Walks one path to its end. */
// @ts-ignore: decorator
@inline
function finish<C, M>(tree: usize, first: u32, from: usize, number: u32, row: usize, sums: usize): void {
  const sum = sums + (<usize>number << 3)
  store<f64>(sum, load<f64>(sum) + depthAt<C, M>(tree, first, walkRow<C, M>(tree, from, row), row))
}

/**
 * Adds to sums[row] the depth at which the tree isolates each of `count` rows: those numbered in `order`, or the rows
 * 0, 1, ... if `order` is 0. Paths go down in lockstep, eight at a time, a fixed number of steps between looks, so
 * that neither a leaf nor an end costs a mispredicted branch. `first` is the tree's root among its forest's nodes, `list` has room for 8 bytes per row.
 */
export function walkRows<C, M>(
  tree: usize,
  first: u32,
  rows: usize,
  stride: u32,
  order: usize,
  count: u32,
  sums: usize,
  list: usize,
): void {
  let end = list
  let i: u32 = 0
  for (; i + LANES <= count; i += LANES) {
    const at = order + (<usize>i << 2)
    const n0 = order == 0 ? i : load<u32>(at)
    const n1 = order == 0 ? i + 1 : load<u32>(at, 4)
    const n2 = order == 0 ? i + 2 : load<u32>(at, 8)
    const n3 = order == 0 ? i + 3 : load<u32>(at, 12)
    const n4 = order == 0 ? i + 4 : load<u32>(at, 16)
    const n5 = order == 0 ? i + 5 : load<u32>(at, 20)
    const n6 = order == 0 ? i + 6 : load<u32>(at, 24)
    const n7 = order == 0 ? i + 7 : load<u32>(at, 28)
    end = walkLanes<C, M>(
      tree, first, rows, stride, FIRST_STEPS, n0, n1, n2, n3, n4, n5, n6, n7,
      tree, tree, tree, tree, tree, tree, tree, tree, sums, end,
    )
  }
  for (; i < count; i++) {
    const row = order == 0 ? i : load<u32>(order + (<usize>i << 2))
    finish<C, M>(tree, first, tree, row, rows + row * stride, sums)
  }
  while (end - list >= 8 * LANES) {
    const stop = end
    let from = list
    end = list
    for (; from + 8 * LANES <= stop; from += 8 * LANES) {
      end = walkLanes<C, M>(
        tree, first, rows, stride, NEXT_STEPS,
        load<u32>(from), load<u32>(from, 8), load<u32>(from, 16), load<u32>(from, 24),
        load<u32>(from, 32), load<u32>(from, 40), load<u32>(from, 48), load<u32>(from, 56),
        load<u32>(from, 4), load<u32>(from, 12), load<u32>(from, 20), load<u32>(from, 28),
        load<u32>(from, 36), load<u32>(from, 44), load<u32>(from, 52), load<u32>(from, 60), sums, end,
      )
    }
    for (; from < stop; from += 8) {
      store<u64>(end, load<u64>(from))
      end += 8
    }
  }
  for (let from = list; from < end; from += 8) {
    const row = load<u32>(from)
    finish<C, M>(tree, first, load<u32>(from, 4), row, rows + row * stride, sums)
  }
}

// @ts-ignore: decorator
@inline
function walkLanes<C, M>(
  tree: usize, first: u32, rows: usize, stride: u32, steps: i32,
  n0: u32, n1: u32, n2: u32, n3: u32, n4: u32, n5: u32, n6: u32, n7: u32,
  s0: usize, s1: usize, s2: usize, s3: usize, s4: usize, s5: usize, s6: usize, s7: usize,
  sums: usize, list: usize,
): usize {
  const r0 = rows + n0 * stride
  const r1 = rows + n1 * stride
  const r2 = rows + n2 * stride
  const r3 = rows + n3 * stride
  const r4 = rows + n4 * stride
  const r5 = rows + n5 * stride
  const r6 = rows + n6 * stride
  const r7 = rows + n7 * stride
  let p0 = s0
  let p1 = s1
  let p2 = s2
  let p3 = s3
  let p4 = s4
  let p5 = s5
  let p6 = s6
  let p7 = s7
  for (let k = 1; k < steps; k++) {
    p0 = step<C, M>(tree, p0, r0)
    p1 = step<C, M>(tree, p1, r1)
    p2 = step<C, M>(tree, p2, r2)
    p3 = step<C, M>(tree, p3, r3)
    p4 = step<C, M>(tree, p4, r4)
    p5 = step<C, M>(tree, p5, r5)
    p6 = step<C, M>(tree, p6, r6)
    p7 = step<C, M>(tree, p7, r7)
  }
  let end = list
  end = settle<C, M>(tree, first, p0, step<C, M>(tree, p0, r0), n0, r0, sums, end)
  end = settle<C, M>(tree, first, p1, step<C, M>(tree, p1, r1), n1, r1, sums, end)
  end = settle<C, M>(tree, first, p2, step<C, M>(tree, p2, r2), n2, r2, sums, end)
  end = settle<C, M>(tree, first, p3, step<C, M>(tree, p3, r3), n3, r3, sums, end)
  end = settle<C, M>(tree, first, p4, step<C, M>(tree, p4, r4), n4, r4, sums, end)
  end = settle<C, M>(tree, first, p5, step<C, M>(tree, p5, r5), n5, r5, sums, end)
  end = settle<C, M>(tree, first, p6, step<C, M>(tree, p6, r6), n6, r6, sums, end)
  end = settle<C, M>(tree, first, p7, step<C, M>(tree, p7, r7), n7, r7, sums, end)
  return end
}

/**
 * The sum of the depths at which `count` trees (u32 addresses at `trees`) isolate one row of numbers. All paths take a
 * step before any takes the next, so that the memory has many requests at a time. `list` has room for 8 bytes per tree.
 */
export function walkOne<C, M>(trees: usize, count: u32, row: usize, list: usize): f64 {
  let end = list
  for (let t: usize = 0; t < count; t++) {
    const tree = load<u32>(trees + (t << 2))
    store<u32>(end, tree)
    store<u32>(end, <u32>step<C, M>(tree, tree, row), 4)
    end += 8
  }
  let sum: f64 = 0
  while (end > list) {
    const stop = end
    end = list
    for (let from = list; from < stop; from += 8) {
      const tree = load<u32>(from)
      const record = load<u32>(from, 4)
      const next = <u32>step<C, M>(tree, record, row)
      const ended = next == record
      sum += select<f64>(endDepth<C>(record), 0, ended)
      store<u32>(end, tree)
      store<u32>(end, next, 4)
      end += <usize>!ended << 3
    }
  }
  return sum
}
