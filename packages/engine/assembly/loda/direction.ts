import { below, normal } from '../random'

/** Features that a direction uses, of `width`. */
export function usedFeatures(width: u32): u32 {
  return width - <u32>floor(f64(width) * (1 - 1 / sqrt(f64(width))))
}

/** Draws a sparse direction of unit length: u32 features, ascending, and f64 weights. `feature` has room for all features. */
export function drawDirection(width: u32, feature: usize, weight: usize): void {
  const used = usedFeatures(width)
  for (let j: u32 = 0; j < width; j++) store<u32>(feature + (<usize>j << 2), j)
  for (let last = width - 1; last + 1 > used; last--) {
    const j = below(last + 1)
    store<u32>(feature + (<usize>j << 2), load<u32>(feature + (<usize>last << 2)))
  }
  sortFeatures(feature, used)
  let squares: f64 = 0
  for (let k: u32 = 0; k < used; k++) {
    const w = normal()
    store<f64>(weight + (<usize>k << 3), w)
    squares += w * w
  }
  const length = sqrt(squares)
  for (let k: u32 = 0; k < used; k++) {
    const at = weight + (<usize>k << 3)
    store<f64>(at, load<f64>(at) / length)
  }
}

/** By insertion: there are about sqrt(width) of them. */
function sortFeatures(feature: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const value = load<u32>(feature + (<usize>i << 2))
    let at = feature + (<usize>i << 2)
    for (; at > feature && load<u32>(at - 4) > value; at -= 4) store<u32>(at, load<u32>(at - 4))
    store<u32>(at, value)
  }
}

/**
 * Positions of `rows` rows (a multiple of 4) along a direction. Columns of `stride` bytes stand one after another.
 * Sums start at 0 and go by ascending feature, as in core.
 */
export function project(
  columns: usize, stride: usize, rows: u32, feature: usize, weight: usize, used: u32, to: usize,
): void {
  const end = <usize>rows << 3
  let i: usize = 0
  // Sixteen rows at a time, so that finding a column costs little.
  for (; i + 128 <= end; i += 128) {
    let x0 = f64x2.splat(0)
    let x1 = f64x2.splat(0)
    let x2 = f64x2.splat(0)
    let x3 = f64x2.splat(0)
    let x4 = f64x2.splat(0)
    let x5 = f64x2.splat(0)
    let x6 = f64x2.splat(0)
    let x7 = f64x2.splat(0)
    for (let k: u32 = 0; k < used; k++) {
      const column = columns + <usize>load<u32>(feature + (<usize>k << 2)) * stride + i
      const w = v128.load64_splat(weight + (<usize>k << 3))
      x0 = f64x2.add(x0, f64x2.mul(w, v128.load(column)))
      x1 = f64x2.add(x1, f64x2.mul(w, v128.load(column, 16)))
      x2 = f64x2.add(x2, f64x2.mul(w, v128.load(column, 32)))
      x3 = f64x2.add(x3, f64x2.mul(w, v128.load(column, 48)))
      x4 = f64x2.add(x4, f64x2.mul(w, v128.load(column, 64)))
      x5 = f64x2.add(x5, f64x2.mul(w, v128.load(column, 80)))
      x6 = f64x2.add(x6, f64x2.mul(w, v128.load(column, 96)))
      x7 = f64x2.add(x7, f64x2.mul(w, v128.load(column, 112)))
    }
    v128.store(to + i, x0)
    v128.store(to + i, x1, 16)
    v128.store(to + i, x2, 32)
    v128.store(to + i, x3, 48)
    v128.store(to + i, x4, 64)
    v128.store(to + i, x5, 80)
    v128.store(to + i, x6, 96)
    v128.store(to + i, x7, 112)
  }
  for (; i < end; i += 32) {
    let first = f64x2.splat(0)
    let second = f64x2.splat(0)
    for (let k: u32 = 0; k < used; k++) {
      const column = columns + <usize>load<u32>(feature + (<usize>k << 2)) * stride + i
      const w = v128.load64_splat(weight + (<usize>k << 3))
      first = f64x2.add(first, f64x2.mul(w, v128.load(column)))
      second = f64x2.add(second, f64x2.mul(w, v128.load(column, 16)))
    }
    v128.store(to + i, first)
    v128.store(to + i, second, 16)
  }
}
