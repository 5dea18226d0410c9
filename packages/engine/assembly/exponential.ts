// The exponential function of core's numeric/elementary.ts, operation by operation, for arguments of at most 0.

const INVERSE_LN2: f64 = 1.4426950408889634
const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10

/** 2^k for k = -1022 .. 0. */
function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>(<u64>(k + 1023) << 52)
}

/** For x <= 0. */
export function exp(x: f64): f64 {
  if (x < -745.1332191019412) return 0
  const k = <i32>Math.floor(x * INVERSE_LN2 + 0.5)
  const high = x - <f64>k * LN2_HIGH
  const low = <f64>k * LN2_LOW
  const r = high - low
  const z = r * r
  const fit =
    0.1666666666666666 +
    z * (-0.0027777777777561142 + z * (6.613756469998891e-5 + z * (-1.6534057515757058e-6 + z * 4.143646749194716e-8)))
  const c = r - z * fit
  const y = 1 + (high + ((r * c) / (2 - c) - low))
  if (k >= -1022) return y * powerOfTwo(k)
  return y * powerOfTwo(-969) * powerOfTwo(k + 969)
}
