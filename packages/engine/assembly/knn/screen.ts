/*
 * The k nearest references of points by whole numbers first. Coordinates are rounded to multiples of a step, so that one
 * instruction multiplies eight of them; how far a point and its rounded twin lie apart is known, and by the triangle
 * inequality so is how near a reference may be. What lies beyond the largest whole numbers is moved to the edge first: that
 * brings no two points further apart, so a reference is never nearer than it seems; only those that were not moved say
 * how near the k-th must be. References that could be among the k nearest, a handful for each point,
 * are then measured in doubles, term by term as core's detectors/knn/neighbours.ts does: rounding chooses what is
 * measured, never what comes out.
 */

/** References that stand together; of each pair of coordinates, their 16 pairs fill a cache line. */
const BLOCK: u32 = 16
const LINE: usize = 64
/** Points whose lists are kept near. */
const TILE: u32 = 128
/** More than the rounding of doubles could add to a distance, in parts of it and in steps, and to a sum of squares in parts of it. */
const RELATIVE: f64 = 1 + 1e-9
const ABSOLUTE: f64 = 1e-6
const OF_SUM: f64 = 1e-10

/** References, exact and as whole numbers. */
// @ts-ignore: decorator
@unmanaged
export class Screened {
  /** f64: row by row. */
  values: usize
  /** i16: by block, pair of coordinates, reference, and coordinate of the pair. */
  words: usize
  /** i32: by place, minus half the squared length in steps, rounded towards 0; the least number where no reference is. */
  halves: usize
  /** f64: by coordinate, what is subtracted before rounding. */
  centres: usize
  rows: u32
  /** How many of them, the first, lie where coordinates become whole numbers; the others were moved to the edge. */
  inside: u32
  width: u32
  /** Length of a step, whole numbers on either side of the centre, and the largest rounding error of a reference in steps. */
  step: f64
  most: f64
  error: f64
}

/** Points that look for their neighbours. */
// @ts-ignore: decorator
@unmanaged
export class Seekers {
  values: usize
  /** f64: what every squared distance of a point begins with. */
  base: usize
  /** i32: the reference that a point must not see, or -1. */
  leftOut: usize
  /** f64: the k smallest squared distances of each point, ascending. */
  nearest: usize
  /** Room for a tile: words, floors, states. */
  words: usize
  floors: usize
  states: usize
  count: u32
  k: u32
}

/** What is known of one point; its k best agreements and its candidates follow. */
// @ts-ignore: decorator
@unmanaged
class State {
  /** Squared length in steps. */
  square: f64
  /** How far the point is from its whole numbers in steps: at all, and not counting what lies beyond the last of them. */
  far: f64
  error: f64
  /** What the rounding of the sums could add to a squared distance in steps, for what they begin with. */
  blur: f64
  candidates: u32
  point: u32
}
const STATE: usize = 40

/** Candidates of a point before they are measured. */
// @ts-ignore: decorator
@inline
function roomFor(k: u32): u32 {
  return 64 + 2 * k
}

/** Bytes of a state with its lists; even numbers of entries keep states aligned. */
export function stateBytes(k: u32): u32 {
  return STATE + 4 * ((k + 1) & ~1) + 8 * roomFor(k)
}

const agreements: usize = memory.data(64, 16)

export function screenNearest(references: Screened, points: Seekers): void {
  const all = <usize>points.count * <usize>points.k
  for (let i: usize = 0; i < all; i++) store<f64>(points.nearest + (i << 3), Infinity)
  const pairs = (<usize>references.width + 1) >> 1
  const blocks = (references.rows + BLOCK - 1) / BLOCK
  const bytes = stateBytes(points.k)
  for (let from: u32 = 0; from < points.count; from += TILE) {
    const tile = min(TILE, points.count - from)
    for (let i: u32 = 0; i < tile; i++) begin(references, points, from + i, i, pairs)
    // Points go in twos; the last of an odd number goes with itself, and counts once.
    for (let block: u32 = 0; block < blocks; block++) {
      const words = references.words + <usize>block * pairs * LINE
      const halves = references.halves + <usize>block * LINE
      for (let i: u32 = 0; i < tile; i += 2) agree(references, points, words, halves, pairs, block * BLOCK, i, min(i + 1, tile - 1))
    }
    for (let i: u32 = 0; i < tile; i++) {
      measure(references, points, changetype<State>(points.states + <usize>i * <usize>bytes), i)
    }
  }
}

/** Rounds a point, and lets every reference be a candidate. */
function begin(references: Screened, points: Seekers, point: u32, i: u32, pairs: usize): void {
  const width = <usize>references.width
  const values = points.values + <usize>point * (width << 3)
  const words = points.words + <usize>i * (pairs << 2)
  const most = references.most
  let square: f64 = 0
  let far: f64 = 0
  let error: f64 = 0
  if ((width & 1) != 0) store<i16>(words + (width << 1), 0)
  for (let j: usize = 0; j < width; j++) {
    const exact = (load<f64>(values + (j << 3)) - load<f64>(references.centres + (j << 3))) / references.step
    const inside = min(max(exact, -most), most)
    const word = nearest(inside)
    store<i16>(words + (j << 1), <i16>word)
    square += word * word
    far += (exact - word) * (exact - word)
    error += (inside - word) * (inside - word)
  }
  const state = changetype<State>(points.states + <usize>i * <usize>stateBytes(points.k))
  state.square = square
  state.far = sqrt(far) * RELATIVE + ABSOLUTE
  state.error = sqrt(error) * RELATIVE + ABSOLUTE
  state.blur = (OF_SUM * load<f64>(points.base + (<usize>point << 3))) / (references.step * references.step)
  state.candidates = 0
  state.point = point
  const best = changetype<usize>(state) + STATE
  for (let r: u32 = 0; r < points.k; r++) store<i32>(best + (<usize>r << 2), i32.MIN_VALUE)
  store<i32>(points.floors + (<usize>i << 2), i32.MIN_VALUE)
}

/**
 * The agreement of two points with the 16 references of a block: the scalar product less half the squared length of
 * the reference, which is the larger the nearer it is. Those above a point's floor become candidates.
 */
function agree(
  references: Screened, points: Seekers, words: usize, halves: usize, pairs: usize, first: u32, i: u32, other: u32,
): void {
  let own = points.words + <usize>i * (pairs << 2)
  let others = points.words + <usize>other * (pairs << 2)
  let a = v128.load(halves)
  let b = v128.load(halves, 16)
  let c = v128.load(halves, 32)
  let d = v128.load(halves, 48)
  let e = a
  let f = b
  let g = c
  let h = d
  for (const end = words + pairs * LINE; words < end; words += LINE, own += 4, others += 4) {
    const p = v128.load(words)
    const q = v128.load(words, 16)
    const r = v128.load(words, 32)
    const s = v128.load(words, 48)
    const x = v128.load32_splat(own)
    a = i32x4.add(a, i32x4.dot_i16x8_s(p, x))
    b = i32x4.add(b, i32x4.dot_i16x8_s(q, x))
    c = i32x4.add(c, i32x4.dot_i16x8_s(r, x))
    d = i32x4.add(d, i32x4.dot_i16x8_s(s, x))
    const y = v128.load32_splat(others)
    e = i32x4.add(e, i32x4.dot_i16x8_s(p, y))
    f = i32x4.add(f, i32x4.dot_i16x8_s(q, y))
    g = i32x4.add(g, i32x4.dot_i16x8_s(r, y))
    h = i32x4.add(h, i32x4.dot_i16x8_s(s, y))
  }
  let floor = v128.load32_splat(points.floors + (<usize>i << 2))
  if (v128.any_true(v128.or(v128.or(i32x4.gt_s(a, floor), i32x4.gt_s(b, floor)), v128.or(i32x4.gt_s(c, floor), i32x4.gt_s(d, floor)))))
    admit(references, points, i, first, a, b, c, d)
  floor = v128.load32_splat(points.floors + (<usize>other << 2))
  if (other != i && v128.any_true(v128.or(v128.or(i32x4.gt_s(e, floor), i32x4.gt_s(f, floor)), v128.or(i32x4.gt_s(g, floor), i32x4.gt_s(h, floor)))))
    admit(references, points, other, first, e, f, g, h)
}

/** Notes the candidates of a block, and raises the floor. */
function admit(references: Screened, points: Seekers, i: u32, first: u32, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(agreements, a)
  v128.store(agreements, b, 16)
  v128.store(agreements, c, 32)
  v128.store(agreements, d, 48)
  const k = points.k
  const state = changetype<State>(points.states + <usize>i * <usize>stateBytes(k))
  const best = changetype<usize>(state) + STATE
  const last = best + (<usize>(k - 1) << 2)
  const list = best + (<usize>((k + 1) & ~1) << 2)
  const floor = points.floors + (<usize>i << 2)
  const leftOut = load<i32>(points.leftOut + (<usize>state.point << 2))
  for (let lane: u32 = 0; lane < BLOCK; lane++) {
    const agreement = load<i32>(agreements + (<usize>lane << 2))
    if (agreement <= load<i32>(floor) || <i32>(first + lane) == leftOut) continue
    if (state.candidates == roomFor(k)) {
      measure(references, points, state, i)
      if (agreement <= load<i32>(floor)) continue
    }
    const entry = list + (<usize>state.candidates << 3)
    store<u32>(entry, first + lane)
    store<i32>(entry, agreement, 4)
    state.candidates++
    if (first + lane < references.inside && agreement > load<i32>(last)) {
      let at = last
      for (; at > best && load<i32>(at - 4) < agreement; at -= 4) store<i32>(at, load<i32>(at - 4))
      store<i32>(at, agreement)
      const kth = load<i32>(last)
      // Half of a length was rounded: the squared distance of the whole numbers is this, or one less.
      if (kth > i32.MIN_VALUE) raise(references, state, floor, sqrt(state.square - 2 * <f64>kth + 1) + state.far + references.error)
    }
  }
}

/** Raises the floor of a point that has k references within `reach` steps. */
function raise(references: Screened, state: State, floor: usize, reach: f64): void {
  const beyond = (reach + state.error + references.error) * RELATIVE + ABSOLUTE
  // Whoever is at this floor or below is at least `beyond` away.
  const lowest = Math.floor((state.square - beyond * beyond - state.blur) / 2) - 1
  if (lowest > <f64>load<i32>(floor)) store<i32>(floor, <i32>lowest)
}

/** Measures the candidates of a point that are still above its floor, four at a time. */
function measure(references: Screened, points: Seekers, state: State, i: u32): void {
  const k = points.k
  const width = <usize>references.width
  const list = changetype<usize>(state) + STATE + (<usize>((k + 1) & ~1) << 2)
  const floor = points.floors + (<usize>i << 2)
  const nearest = points.nearest + ((<usize>state.point * <usize>k) << 3)
  const last = nearest + (<usize>(k - 1) << 3)
  const own = points.values + <usize>state.point * (width << 3)
  const base = load<f64>(points.base + (<usize>state.point << 3))
  let kept: u32 = 0
  for (let c: u32 = 0; c < state.candidates; c++) {
    const entry = list + (<usize>c << 3)
    if (load<i32>(entry, 4) <= load<i32>(floor)) continue
    store<usize>(list + (<usize>kept << 3), references.values + <usize>load<u32>(entry) * (width << 3))
    kept++
  }
  for (let c: u32 = 0; c < kept; c += 4) {
    const p = load<usize>(list + (<usize>c << 3))
    const q = load<usize>(list + (<usize>min(c + 1, kept - 1) << 3))
    const r = load<usize>(list + (<usize>min(c + 2, kept - 1) << 3))
    const s = load<usize>(list + (<usize>min(c + 3, kept - 1) << 3))
    let a = base
    let b = base
    let d = base
    let e = base
    for (let j: usize = 0; j < width << 3; j += 8) {
      const x = load<f64>(own + j)
      let t = x - load<f64>(p + j)
      a += t * t
      t = x - load<f64>(q + j)
      b += t * t
      t = x - load<f64>(r + j)
      d += t * t
      t = x - load<f64>(s + j)
      e += t * t
    }
    if (a < load<f64>(last)) insert(nearest, last, a)
    if (c + 1 < kept && b < load<f64>(last)) insert(nearest, last, b)
    if (c + 2 < kept && d < load<f64>(last)) insert(nearest, last, d)
    if (c + 3 < kept && e < load<f64>(last)) insert(nearest, last, e)
  }
  state.candidates = 0
  const kth = load<f64>(last)
  if (kth < Infinity) raise(references, state, floor, sqrt(kth - base + OF_SUM * kth) / references.step)
}

/** Puts a number into an ascending list, whose last drops out. */
export function insert(list: usize, last: usize, x: f64): void {
  let at = last
  for (; at > list && load<f64>(at - 8) > x; at -= 8) store<f64>(at, load<f64>(at - 8))
  store<f64>(at, x)
}
