// The natural logarithm of core's numeric/elementary.ts, operation by operation.

const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10
const TWO_54: f64 = 18014398509481984
const SQRT2_MANTISSA: u32 = 0x6a09e

/** 2^k for k = -1074 .. 1023. */
function powerOfTwo(k: i32): f64 {
  return k >= -1022 ? reinterpret<f64>(<u64>(k + 1023) << 52) : reinterpret<f64>(<u64>1 << (k + 1074))
}

function centredExponent(x: f64): i32 {
  const high = <u32>(reinterpret<u64>(x) >>> 32)
  return <i32>(high >>> 20) - 1023 + i32((high & 0xfffff) >= SQRT2_MANTISSA)
}

function atanhTail(z: f64): f64 {
  const even =
    0.6666666666666666 + z * z * (0.28571428570799784 + z * z * (0.18181795547521137 + z * z * 0.13268638369266825))
  const odd =
    0.40000000000000885 + z * z * (0.22222222392581045 + z * z * (0.15386244737621665 + z * z * 0.13088034850927555))
  return z * (even + z * odd)
}

function logReduced(f: f64, k: f64): f64 {
  const s = f / (2 + f)
  const half = 0.5 * f * f
  return k * LN2_HIGH - (half - (s * (half + atanhTail(s * s)) + (k * LN2_LOW + 0)) - f)
}

/** For x > 0, finite. */
export function log(x: f64): f64 {
  if (x < 2.2250738585072014e-308) {
    const normal = x * TWO_54
    const k = centredExponent(normal)
    return logReduced(normal * powerOfTwo(-k) - 1, f64(k - 54))
  }
  const k = centredExponent(x)
  return logReduced(x * powerOfTwo(-k) - 1, f64(k))
}
