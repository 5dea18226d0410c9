// sfc32, word for word as core's numeric/random.ts.
import { log } from './logarithm'

let a: u32 = 0
let b: u32 = 0
let c: u32 = 0
let counter: u32 = 0

export function seedRandom(first: u32, second: u32, third: u32): void {
  a = first
  b = second
  c = third
  counter = 1
  for (let i = 0; i < 20; i++) next()
}

// @ts-ignore: decorator
@inline
export function next(): u32 {
  const sum = a + b + counter
  counter++
  a = b ^ (b >>> 9)
  b = c + (c << 3)
  c = rotl<u32>(c, 21) + sum
  return sum
}

/** Uniform in 0 .. bound - 1, without bias. */
// @ts-ignore: decorator
@inline
export function below(bound: u32): u32 {
  let draw = next()
  // The limit of core is 2^32 - 2^32 % bound; a draw under 2^32 - bound is under it, and spares the division.
  if (draw >= 0 - bound) draw = belowLimit(draw, bound)
  return draw % bound
}

function belowLimit(first: u32, bound: u32): u32 {
  const limit: u32 = 0 - (0 - bound) % bound
  let draw = first
  while (limit != 0 && draw >= limit) draw = next()
  return draw
}

/** `count` draws below `bound`, as u32. */
export function drawMany(bound: u32, count: u32, to: usize): void {
  draw<List>(bound, count, to)
}

/** How often each number below `bound` (u8) is drawn, of `count` draws; adds to what is there. */
export function tallyDraws(bound: u32, count: u32, tallies: usize): void {
  draw<Tally>(bound, count, tallies)
}

type List = u32
type Tally = u8

/** Four at a time, the state in registers; where one may have to be drawn again, the four go one by one. */
// @ts-ignore: decorator
@inline
function draw<To>(bound: u32, count: u32, to: usize): void {
  const safe: u32 = 0 - bound
  const inverse = inverseOf(bound)
  let a0 = a
  let b0 = b
  let c0 = c
  let counter0 = counter
  const fours = count & ~3
  for (let i: u32 = 0; i < fours; i += 4) {
    const x0 = a0 + b0 + counter0
    const a1 = b0 ^ (b0 >>> 9)
    const b1 = c0 + (c0 << 3)
    const c1 = rotl<u32>(c0, 21) + x0
    const x1 = a1 + b1 + counter0 + 1
    const a2 = b1 ^ (b1 >>> 9)
    const b2 = c1 + (c1 << 3)
    const c2 = rotl<u32>(c1, 21) + x1
    const x2 = a2 + b2 + counter0 + 2
    const a3 = b2 ^ (b2 >>> 9)
    const b3 = c2 + (c2 << 3)
    const c3 = rotl<u32>(c2, 21) + x2
    const x3 = a3 + b3 + counter0 + 3
    if (x0 >= safe || x1 >= safe || x2 >= safe || x3 >= safe) {
      a = a0
      b = b0
      c = c0
      counter = counter0
      for (let k: u32 = 0; k < 4; k++) keep<To>(to, i + k, below(bound))
      a0 = a
      b0 = b
      c0 = c
      counter0 = counter
      continue
    }
    a0 = b3 ^ (b3 >>> 9)
    b0 = c3 + (c3 << 3)
    c0 = rotl<u32>(c3, 21) + x3
    counter0 += 4
    keep<To>(to, i, remainder(x0, bound, inverse))
    keep<To>(to, i + 1, remainder(x1, bound, inverse))
    keep<To>(to, i + 2, remainder(x2, bound, inverse))
    keep<To>(to, i + 3, remainder(x3, bound, inverse))
  }
  a = a0
  b = b0
  c = c0
  counter = counter0
  for (let i = fours; i < count; i++) keep<To>(to, i, below(bound))
}

// @ts-ignore: decorator
@inline
function keep<To>(to: usize, i: u32, drawn: u32): void {
  if (sizeof<To>() == 4) store<u32>(to + (<usize>i << 2), drawn)
  else store<u8>(to + drawn, load<u8>(to + drawn) + 1)
}

/** 2^64 / bound, rounded up; bound is above 1. */
function inverseOf(bound: u32): u64 {
  return u64.MAX_VALUE / bound + 1
}

/**
 * x % bound without a division, from the fraction of x / bound (Lemire, Kaser and Kurz 2019). That fraction is too large by
 * less than 2^-32; cut to 32 bits and rounded up, by less than 2^-31, which for a bound up to 2^31 is still no more than the rest allows.
 */
// @ts-ignore: decorator
@inline
function remainder(x: u32, bound: u32, inverse: u64): u32 {
  return <u32>((((inverse * <u64>x) >>> 32) + 1) * <u64>bound >>> 32)
}

/** Moves a uniform sample of `count` of the `n` u32 at `order` to its front; the state stays in registers meanwhile. */
export function shuffleFront(order: usize, n: u32, count: u32): void {
  let a0 = a
  let b0 = b
  let c0 = c
  let counter0 = counter
  for (let i: u32 = 0; i < count; i++) {
    const bound = n - i
    let sum = a0 + b0 + counter0
    counter0++
    a0 = b0 ^ (b0 >>> 9)
    b0 = c0 + (c0 << 3)
    c0 = rotl<u32>(c0, 21) + sum
    if (sum >= 0 - bound) {
      a = a0
      b = b0
      c = c0
      counter = counter0
      sum = belowLimit(sum, bound)
      a0 = a
      b0 = b
      c0 = c
      counter0 = counter
    }
    const here = order + (<usize>i << 2)
    const there = here + (<usize>(sum % bound) << 2)
    const swap = load<u32>(here)
    store<u32>(here, load<u32>(there))
    store<u32>(there, swap)
  }
  a = a0
  b = b0
  c = c0
  counter = counter0
}

/** Uniform in [0, 1), all 53 bits. */
export function uniform(): f64 {
  const high = f64(next() >>> 5)
  const low = f64(next() >>> 6)
  return (high * 67108864 + low) / 9007199254740992
}

/** Standard normal, by Marsaglia's polar method. */
export function normal(): f64 {
  let u: f64 = 0
  let s: f64 = 0
  do {
    u = 2 * uniform() - 1
    const v = 2 * uniform() - 1
    s = u * u + v * v
  } while (!(s > 0 && s < 1))
  return u * sqrt((-2 * log(s)) / s)
}
