/*
 * The squared distances of points to their k nearest reference points, as core's detectors/knn/neighbours.ts has them.
 * Sixteen references stand together in a block, coordinate by coordinate, so that every lane adds the squares of one
 * pair in the order of the coordinates. Sums of squares never fall as terms are added, rounding included, so a block
 * can be left as soon as all its sums have reached the k-th smallest, and need not be looked at if the point's distance
 * from its box, added up in the same order, has: neither changes a bit of the answer.
 */

import { insert } from './screen'

/** References of a block, and bytes of one coordinate of all of them. */
const BLOCK: u32 = 16
const ROW: usize = 128
/** Coordinates between two looks at whether a block is still worth it. */
const STRETCH: usize = 16
/** Bytes of references that are held against all points before the next are read. */
const CHUNK: usize = 131072

/** Blocks of reference points. */
// @ts-ignore: decorator
@unmanaged
export class References {
  /** f64: by block, coordinate and reference. */
  values: usize
  /** f64: by block, coded feature and reference. */
  codes: usize
  costs: usize
  /** f64: by pair of blocks and coordinate: two lows, two highs. 0 if boxes are not worth it. */
  boxes: usize
  blocks: u32
  width: u32
  coded: u32
}

/** Points that look for their neighbours. */
// @ts-ignore: decorator
@unmanaged
export class Points {
  values: usize
  codes: usize
  costs: usize
  /** f64: what every squared distance of a point begins with. */
  base: usize
  /** i32: the place of the reference that a point must not see, or -1. */
  leftOut: usize
  /** f64: the k smallest squared distances of each point, ascending. */
  nearest: usize
  count: u32
  k: u32
}

const sums: usize = memory.data(128, 16)

export function findNearest(references: References, points: Points, bounds: usize): void {
  const all = <usize>points.count * <usize>points.k
  for (let i: usize = 0; i < all; i++) store<f64>(points.nearest + (i << 3), Infinity)
  if (references.boxes != 0) {
    for (let p: u32 = 0; p < points.count; p++) lookThroughBoxes(references, points, p, bounds)
    return
  }
  const bytes = ROW * <usize>(references.width + 2 * references.coded)
  const step = <u32>max<usize>(1, CHUNK / bytes)
  for (let from: u32 = 0; from < references.blocks; from += step) {
    const to = min(references.blocks, from + step)
    for (let p: u32 = 0; p < points.count; p++) {
      for (let block = from; block < to; block++) look(references, block, points, p)
    }
  }
}

/** The block with the nearest box first, then every other whose box is near enough. */
function lookThroughBoxes(references: References, points: Points, p: u32, bounds: usize): void {
  const width = references.width
  const blocks = references.blocks
  const values = points.values + <usize>p * (<usize>width << 3)
  const base = f64x2.splat(load<f64>(points.base + (<usize>p << 3)))
  const zero = f64x2.splat(0)
  let box = references.boxes
  let first: u32 = 0
  let least: f64 = Infinity
  for (let block: u32 = 0; block < blocks; block += 2) {
    let sum = base
    for (let j: usize = 0; j < width; j++, box += 32) {
      const x = v128.load64_splat(values + (j << 3))
      const below = f64x2.sub(v128.load(box), x)
      const above = f64x2.sub(x, v128.load(box, 16))
      const out = f64x2.pmax(f64x2.pmax(below, above), zero)
      sum = f64x2.add(sum, f64x2.mul(out, out))
    }
    v128.store(bounds + (<usize>block << 3), sum)
    const a = f64x2.extract_lane(sum, 0)
    const b = f64x2.extract_lane(sum, 1)
    if (a < least) {
      least = a
      first = block
    }
    if (b < least) {
      least = b
      first = block + 1
    }
  }
  look(references, first, points, p)
  const last = points.nearest + ((<usize>p * <usize>points.k + <usize>points.k - 1) << 3)
  for (let block: u32 = 0; block < blocks; block++) {
    if (block != first && load<f64>(bounds + (<usize>block << 3)) < load<f64>(last)) look(references, block, points, p)
  }
}

/** Puts those references of a block among the nearest of a point that belong there. */
function look(references: References, block: u32, points: Points, p: u32): void {
  const width = <usize>references.width
  const k = <usize>points.k
  const list = points.nearest + ((<usize>p * k) << 3)
  const last = list + ((k - 1) << 3)
  const most = f64x2.splat(load<f64>(last))
  let a = f64x2.splat(load<f64>(points.base + (<usize>p << 3)))
  let b = a
  let c = a
  let d = a
  let e = a
  let f = a
  let g = a
  let h = a
  const coded = <usize>references.coded
  let code = references.codes + <usize>block * coded * ROW
  let cost = references.costs + <usize>block * coded * ROW
  const ownCodes = points.codes + ((<usize>p * coded) << 3)
  const ownCosts = points.costs + ((<usize>p * coded) << 3)
  for (let j: usize = 0; j < coded; j++, code += ROW, cost += ROW) {
    const x = v128.load64_splat(ownCodes + (j << 3))
    const y = v128.load64_splat(ownCosts + (j << 3))
    a = f64x2.add(a, v128.and(f64x2.ne(x, v128.load(code)), f64x2.add(y, v128.load(cost))))
    b = f64x2.add(b, v128.and(f64x2.ne(x, v128.load(code, 16)), f64x2.add(y, v128.load(cost, 16))))
    c = f64x2.add(c, v128.and(f64x2.ne(x, v128.load(code, 32)), f64x2.add(y, v128.load(cost, 32))))
    d = f64x2.add(d, v128.and(f64x2.ne(x, v128.load(code, 48)), f64x2.add(y, v128.load(cost, 48))))
    e = f64x2.add(e, v128.and(f64x2.ne(x, v128.load(code, 64)), f64x2.add(y, v128.load(cost, 64))))
    f = f64x2.add(f, v128.and(f64x2.ne(x, v128.load(code, 80)), f64x2.add(y, v128.load(cost, 80))))
    g = f64x2.add(g, v128.and(f64x2.ne(x, v128.load(code, 96)), f64x2.add(y, v128.load(cost, 96))))
    h = f64x2.add(h, v128.and(f64x2.ne(x, v128.load(code, 112)), f64x2.add(y, v128.load(cost, 112))))
  }
  let at = references.values + <usize>block * width * ROW
  let own = points.values + ((<usize>p * width) << 3)
  for (let j: usize = 0; j < width; ) {
    const stop = min(width, j + STRETCH)
    for (; j < stop; j++, at += ROW, own += 8) {
      const x = v128.load64_splat(own)
      let t = f64x2.sub(x, v128.load(at))
      a = f64x2.add(a, f64x2.mul(t, t))
      t = f64x2.sub(x, v128.load(at, 16))
      b = f64x2.add(b, f64x2.mul(t, t))
      t = f64x2.sub(x, v128.load(at, 32))
      c = f64x2.add(c, f64x2.mul(t, t))
      t = f64x2.sub(x, v128.load(at, 48))
      d = f64x2.add(d, f64x2.mul(t, t))
      t = f64x2.sub(x, v128.load(at, 64))
      e = f64x2.add(e, f64x2.mul(t, t))
      t = f64x2.sub(x, v128.load(at, 80))
      f = f64x2.add(f, f64x2.mul(t, t))
      t = f64x2.sub(x, v128.load(at, 96))
      g = f64x2.add(g, f64x2.mul(t, t))
      t = f64x2.sub(x, v128.load(at, 112))
      h = f64x2.add(h, f64x2.mul(t, t))
    }
    const ab = f64x2.pmin(a, b)
    const cd = f64x2.pmin(c, d)
    const ef = f64x2.pmin(e, f)
    const gh = f64x2.pmin(g, h)
    if (!v128.any_true(f64x2.lt(f64x2.pmin(f64x2.pmin(ab, cd), f64x2.pmin(ef, gh)), most))) return
  }
  v128.store(sums, a)
  v128.store(sums, b, 16)
  v128.store(sums, c, 32)
  v128.store(sums, d, 48)
  v128.store(sums, e, 64)
  v128.store(sums, f, 80)
  v128.store(sums, g, 96)
  v128.store(sums, h, 112)
  const leftOut = load<i32>(points.leftOut + (<usize>p << 2))
  if (leftOut >= 0 && <u32>leftOut / BLOCK == block) store<f64>(sums + (<usize>(<u32>leftOut % BLOCK) << 3), Infinity)
  for (let i: usize = 0; i < ROW; i += 8) {
    const sum = load<f64>(sums + i)
    if (sum < load<f64>(last)) insert(list, last, sum)
  }
}
