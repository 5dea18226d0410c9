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
