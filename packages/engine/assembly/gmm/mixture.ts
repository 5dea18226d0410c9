/*
 * Densities of points under a mixture of Gaussians, and the moments of a pass of expectation and maximisation, as core's
 * detectors/gmm/mixture.ts has them. Eight points stand together, coordinate by coordinate, two in the lanes of a vector:
 * every point's sums run in core's order. Moments are added point by point, two products in the lanes.
 */
import { exp } from '../exponential'
import { log } from '../logarithm'

/** Points that are judged together, and bytes of one coordinate of all of them. */
const BLOCK: u32 = 8
const ROW: usize = 64
/** As in core. */
const LEAST_CLAIM: f64 = 1e-10

/** A mixture; the arrays are core's. */
// @ts-ignore: decorator
@unmanaged
export class Mixture {
  heights: usize
  means: usize
  factors: usize
  shares: usize
  /** i32: codes of each coded feature. */
  codeCounts: usize
  components: u32
  width: u32
  coded: u32
  /** Codes of all features together. */
  codes: u32
}

/** Points, row by row. */
// @ts-ignore: decorator
@unmanaged
export class Points {
  values: usize
  /** i32 */
  codes: usize
  count: u32
}

/** Room for a block: its points coordinate by coordinate, differences from a mean in the same order, log densities by component and in all, differences point by point. */
// @ts-ignore: decorator
@unmanaged
export class Room {
  points: usize
  differences: usize
  logs: usize
  densities: usize
  claimed: usize
}

/** Sums of a pass; core's arrays, zero at the start. */
// @ts-ignore: decorator
@unmanaged
export class Moments {
  logLikelihood: f64
  weights: usize
  codeWeights: usize
  first: usize
  second: usize
}

/** The log density of every point. */
export function mixtureDensities(mixture: Mixture, points: Points, room: Room, to: usize): void {
  for (let from: u32 = 0; from < points.count; from += BLOCK) {
    const count = judgeBlock(mixture, points, from, room)
    for (let i: usize = 0; i < count; i++) store<f64>(to + ((<usize>from + i) << 3), load<f64>(room.densities + (i << 3)))
  }
}

/** A pass over all points. */
export function mixturePass(mixture: Mixture, points: Points, room: Room, moments: Moments): void {
  let logLikelihood: f64 = 0
  for (let from: u32 = 0; from < points.count; from += BLOCK) {
    const count = judgeBlock(mixture, points, from, room)
    for (let i: usize = 0; i < count; i++) logLikelihood += load<f64>(room.densities + (i << 3))
    for (let k: u32 = 0; k < mixture.components; k++) addBlock(mixture, points, from, count, k, room, moments)
  }
  moments.logLikelihood = logLikelihood
}

/** Fills the logs and densities of a block; returns how many points it has. */
function judgeBlock(mixture: Mixture, points: Points, from: u32, room: Room): u32 {
  const count = min(BLOCK, points.count - from)
  const width = <usize>mixture.width
  for (let i: usize = 0; i < BLOCK; i++) {
    // Empty places repeat the last point.
    const row = points.values + (<usize>from + min(i, <usize>count - 1)) * (width << 3)
    for (let a: usize = 0; a < width; a++) store<f64>(room.points + a * ROW + (i << 3), load<f64>(row + (a << 3)))
  }
  for (let k: u32 = 0; k < mixture.components; k++) judgeComponent(mixture, points, from, count, k, room)
  const stride = <usize>mixture.components << 3
  for (let i: usize = 0; i < count; i++) {
    const logs = room.logs + i * stride
    let most: f64 = -Infinity
    for (let at = logs; at < logs + stride; at += 8) if (load<f64>(at) > most) most = load<f64>(at)
    let total: f64 = 0
    for (let at = logs; at < logs + stride; at += 8) total += exp(load<f64>(at) - most)
    store<f64>(room.densities + (i << 3), most + log(total))
  }
  return count
}

function judgeComponent(mixture: Mixture, points: Points, from: u32, count: u32, k: u32, room: Room): void {
  const width = <usize>mixture.width
  const mean = mixture.means + <usize>k * (width << 3)
  for (let a: usize = 0; a < width; a++) {
    const m = v128.load64_splat(mean + (a << 3))
    const p = room.points + a * ROW
    const to = room.differences + a * ROW
    v128.store(to, f64x2.sub(v128.load(p), m))
    v128.store(to, f64x2.sub(v128.load(p, 16), m), 16)
    v128.store(to, f64x2.sub(v128.load(p, 32), m), 32)
    v128.store(to, f64x2.sub(v128.load(p, 48), m), 48)
  }
  let at = mixture.factors + <usize>k * ((width * (width + 1)) << 2)
  let p = f64x2.splat(0)
  let q = p
  let r = p
  let s = p
  for (let a: usize = 0; a < width; a++) {
    let t = f64x2.splat(0)
    let u = t
    let v = t
    let w = t
    const end = room.differences + (a + 1) * ROW
    for (let z = room.differences; z < end; z += ROW, at += 8) {
      const factor = v128.load64_splat(at)
      t = f64x2.add(t, f64x2.mul(factor, v128.load(z)))
      u = f64x2.add(u, f64x2.mul(factor, v128.load(z, 16)))
      v = f64x2.add(v, f64x2.mul(factor, v128.load(z, 32)))
      w = f64x2.add(w, f64x2.mul(factor, v128.load(z, 48)))
    }
    p = f64x2.add(p, f64x2.mul(t, t))
    q = f64x2.add(q, f64x2.mul(u, u))
    r = f64x2.add(r, f64x2.mul(v, v))
    s = f64x2.add(s, f64x2.mul(w, w))
  }
  // The squares stand where the differences stood.
  const squares = room.differences
  v128.store(squares, p)
  v128.store(squares, q, 16)
  v128.store(squares, r, 32)
  v128.store(squares, s, 48)
  for (let i: usize = 0; i < count; i++) {
    const height = heightOf(mixture, points, from + <u32>i, k)
    const to = room.logs + ((i * <usize>mixture.components + <usize>k) << 3)
    store<f64>(to, height - 0.5 * load<f64>(squares + (i << 3)))
  }
}

/** The height of a component with the shares of a point's codes. */
function heightOf(mixture: Mixture, points: Points, i: u32, k: u32): f64 {
  let height = load<f64>(mixture.heights + (<usize>k << 3))
  let shares = mixture.shares + (<usize>k * <usize>mixture.codes << 3)
  let code = points.codes + (<usize>i * <usize>mixture.coded << 2)
  for (let c: usize = 0; c < <usize>mixture.coded; c++, code += 4) {
    height += load<f64>(shares + (<usize>load<i32>(code) << 3))
    shares += <usize>load<i32>(mixture.codeCounts + (c << 2)) << 3
  }
  return height
}

const claims: usize = memory.data(64, 16)
const places: usize = memory.data(32, 16)

/** Adds the points of a block to the moments of a component, as far as it has a claim on them. */
function addBlock(mixture: Mixture, points: Points, from: u32, count: u32, k: u32, room: Room, moments: Moments): void {
  const width = <usize>mixture.width
  const mean = mixture.means + <usize>k * (width << 3)
  let listed: usize = 0
  for (let i: usize = 0; i < count; i++) {
    const logs = room.logs + ((i * <usize>mixture.components + <usize>k) << 3)
    const claim = exp(load<f64>(logs) - load<f64>(room.densities + (i << 3)))
    if (claim < LEAST_CLAIM) continue
    store<f64>(claims + (listed << 3), claim)
    store<u32>(places + (listed << 2), from + <u32>i)
    const row = points.values + (<usize>from + i) * (width << 3)
    const to = room.claimed + listed * (width << 3)
    for (let a: usize = 0; a < width << 3; a += 8) store<f64>(to + a, load<f64>(row + a) - load<f64>(mean + a))
    listed++
  }
  const weight = moments.weights + (<usize>k << 3)
  for (let l: usize = 0; l < listed; l++) {
    const claim = load<f64>(claims + (l << 3))
    store<f64>(weight, load<f64>(weight) + claim)
    addCodes(mixture, points, load<u32>(places + (l << 2)), k, claim, moments)
  }
  const first = moments.first + <usize>k * (width << 3)
  const second = moments.second + <usize>k * ((width * (width + 1)) << 2)
  let l: usize = 0
  for (; l + 4 <= listed; l += 4) addFour(width, l, room, first, second)
  for (; l < listed; l++) addOne(width, l, room, first, second)
}

function addCodes(mixture: Mixture, points: Points, i: u32, k: u32, claim: f64, moments: Moments): void {
  let to = moments.codeWeights + (<usize>k * <usize>mixture.codes << 3)
  let code = points.codes + (<usize>i * <usize>mixture.coded << 2)
  for (let c: usize = 0; c < <usize>mixture.coded; c++, code += 4) {
    const at = to + (<usize>load<i32>(code) << 3)
    store<f64>(at, load<f64>(at) + claim)
    to += <usize>load<i32>(mixture.codeCounts + (c << 2)) << 3
  }
}

function addOne(width: usize, l: usize, room: Room, first: usize, second: usize): void {
  const z = room.claimed + l * (width << 3)
  const claim = load<f64>(claims + (l << 3))
  let at = second
  for (let a: usize = 0; a < width << 3; a += 8) {
    const x = claim * load<f64>(z + a)
    store<f64>(first + a, load<f64>(first + a) + x)
    const times = f64x2.splat(x)
    let b: usize = 0
    for (; b + 8 <= a; b += 16, at += 16) v128.store(at, f64x2.add(v128.load(at), f64x2.mul(times, v128.load(z + b))))
    if (b <= a) {
      store<f64>(at, load<f64>(at) + x * load<f64>(z + b))
      at += 8
    }
  }
}

function addFour(width: usize, l: usize, room: Room, first: usize, second: usize): void {
  const row = width << 3
  const z0 = room.claimed + l * row
  const z1 = z0 + row
  const z2 = z1 + row
  const z3 = z2 + row
  const claim = claims + (l << 3)
  let at = second
  for (let a: usize = 0; a < row; a += 8) {
    const x0 = load<f64>(claim) * load<f64>(z0 + a)
    const x1 = load<f64>(claim, 8) * load<f64>(z1 + a)
    const x2 = load<f64>(claim, 16) * load<f64>(z2 + a)
    const x3 = load<f64>(claim, 24) * load<f64>(z3 + a)
    store<f64>(first + a, load<f64>(first + a) + x0 + x1 + x2 + x3)
    const t0 = f64x2.splat(x0)
    const t1 = f64x2.splat(x1)
    const t2 = f64x2.splat(x2)
    const t3 = f64x2.splat(x3)
    let b: usize = 0
    for (; b + 8 <= a; b += 16, at += 16) {
      let sum = f64x2.add(v128.load(at), f64x2.mul(t0, v128.load(z0 + b)))
      sum = f64x2.add(sum, f64x2.mul(t1, v128.load(z1 + b)))
      sum = f64x2.add(sum, f64x2.mul(t2, v128.load(z2 + b)))
      v128.store(at, f64x2.add(sum, f64x2.mul(t3, v128.load(z3 + b))))
    }
    if (b <= a) {
      const sum = load<f64>(at) + x0 * load<f64>(z0 + b) + x1 * load<f64>(z1 + b) + x2 * load<f64>(z2 + b)
      store<f64>(at, sum + x3 * load<f64>(z3 + b))
      at += 8
    }
  }
}
