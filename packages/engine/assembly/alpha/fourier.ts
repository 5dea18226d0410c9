/*
 * Random Fourier features by the operations of core's proportion/fourier-features.ts and numeric/cosine.ts. Lists that have
 * a number for each feature are `columns` long, which is even; features make up `features` of them.
 */

const TWO_OVER_PI: f64 = 0.6366197723675814
const HALF_PI_1: f64 = 1.5707963267341256
const HALF_PI_2: f64 = 6.077100506303966e-11
const HALF_PI_3: f64 = 2.0222662487959506e-21

/** omega.x for `count` rows of `width` numbers. */
export function anglesOf(
  values: usize, width: u32, listed: usize, count: u32, omega: usize, columns: u32, to: usize,
): void {
  const stride = <usize>columns << 3
  for (let i: u32 = 0; i < count; i++) {
    const row = values + ((<usize>load<u32>(listed + (<usize>i << 2)) * width) << 3)
    let j: usize = 0
    for (; j + 64 <= stride; j += 64) {
      let a = f64x2.splat(0)
      let b = f64x2.splat(0)
      let c = f64x2.splat(0)
      let d = f64x2.splat(0)
      for (let k: u32 = 0; k < width; k++) {
        const x = v128.load64_splat(row + (<usize>k << 3))
        const from = omega + k * stride + j
        a = f64x2.add(a, f64x2.mul(x, v128.load(from)))
        b = f64x2.add(b, f64x2.mul(x, v128.load(from, 16)))
        c = f64x2.add(c, f64x2.mul(x, v128.load(from, 32)))
        d = f64x2.add(d, f64x2.mul(x, v128.load(from, 48)))
      }
      v128.store(to + j, a)
      v128.store(to + j, b, 16)
      v128.store(to + j, c, 32)
      v128.store(to + j, d, 48)
    }
    for (; j < stride; j += 16) {
      let a = f64x2.splat(0)
      for (let k: u32 = 0; k < width; k++)
        a = f64x2.add(a, f64x2.mul(v128.load64_splat(row + (<usize>k << 3)), v128.load(omega + k * stride + j)))
      v128.store(to + j, a)
    }
    to += stride
  }
}

/** scale * cos(rate * angle + phase) for all features of `count` rows, then a 1 and, if there is room, a 0. */
export function featuresOf(
  angles: usize, phases: usize, rate: f64, scale: f64, features: u32, columns: u32, count: u32, to: usize,
): void {
  const stride = <usize>columns << 3
  const one = <usize>features << 3
  const rates = f64x2.splat(rate)
  const scales = f64x2.splat(scale)
  for (let i: u32 = 0; i < count; i++) {
    for (let j: usize = 0; j < stride; j += 16) {
      const x = f64x2.add(f64x2.mul(v128.load(angles + j), rates), v128.load(phases + j))
      v128.store(to + j, f64x2.mul(scales, cosine(x)))
    }
    store<f64>(to + one, 1)
    if (one + 8 < stride) store<f64>(to + one, 0, 8)
    angles += stride
    to += stride
  }
}

// @ts-ignore: decorator
@inline
function cosine(x: v128): v128 {
  const turns = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(TWO_OVER_PI)), f64x2.splat(0.5)))
  let r = f64x2.sub(x, f64x2.mul(turns, f64x2.splat(HALF_PI_1)))
  r = f64x2.sub(r, f64x2.mul(turns, f64x2.splat(HALF_PI_2)))
  r = f64x2.sub(r, f64x2.mul(turns, f64x2.splat(HALF_PI_3)))
  const quadrant = f64x2.sub(turns, f64x2.mul(f64x2.splat(4), f64x2.floor(f64x2.mul(f64x2.splat(0.25), turns))))
  const first = f64x2.eq(quadrant, f64x2.splat(1))
  const second = f64x2.eq(quadrant, f64x2.splat(2))
  const third = f64x2.eq(quadrant, f64x2.splat(3))
  const size = v128.bitselect(sineSeries(r), cosineSeries(f64x2.mul(r, r)), v128.or(first, third))
  return v128.xor(size, v128.and(v128.or(first, second), f64x2.splat(-0.0)))
}

// @ts-ignore: decorator
@inline
function cosineSeries(z: v128): v128 {
  let sum = next(-1.1470745597729725e-11, z, f64x2.splat(4.779477332387385e-14))
  sum = next(2.08767569878681e-9, z, sum)
  sum = next(-2.755731922398589e-7, z, sum)
  sum = next(2.48015873015873e-5, z, sum)
  sum = next(-0.001388888888888889, z, sum)
  sum = next(0.041666666666666664, z, sum)
  sum = next(-0.5, z, sum)
  return next(1, z, sum)
}

// @ts-ignore: decorator
@inline
function sineSeries(r: v128): v128 {
  const z = f64x2.mul(r, r)
  let sum = next(-7.647163731819816e-13, z, f64x2.splat(2.8114572543455206e-15))
  sum = next(1.6059043836821613e-10, z, sum)
  sum = next(-2.505210838544172e-8, z, sum)
  sum = next(2.7557319223985893e-6, z, sum)
  sum = next(-0.0001984126984126984, z, sum)
  sum = next(0.008333333333333333, z, sum)
  sum = next(-0.16666666666666666, z, sum)
  return f64x2.add(r, f64x2.mul(r, f64x2.mul(z, sum)))
}

/** One step of Horner's scheme. */
// @ts-ignore: decorator
@inline
function next(coefficient: f64, z: v128, sum: v128): v128 {
  return f64x2.add(f64x2.splat(coefficient), f64x2.mul(z, sum))
}
