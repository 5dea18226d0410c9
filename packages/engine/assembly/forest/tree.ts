// One tree (or all trees of a forest) as core's Forest keeps it: a struct of pointers to its arrays.

// @ts-ignore: decorator
@unmanaged
export class Nodes {
  low: usize
  high: usize
  feature: usize
  left: usize
  right: usize
  size: usize
  fraction: usize
  subsets: usize
}

/** The value a numeric node compares with, exactly as core's splitValue. */
// @ts-ignore: decorator
@inline
export function splitValue(low: f64, high: f64, fraction: u32): f64 {
  const value = low + (high - low) * (f64(fraction) / 65536)
  return value < high ? value : low
}

/** The largest double below x. */
export function justBelow(x: f64): f64 {
  if (x == 0) return -5e-324
  const bits = reinterpret<i64>(x)
  return reinterpret<f64>(x > 0 ? bits - 1 : bits + 1)
}
