/*
 * Elementary functions from IEEE basic operations alone. ECMAScript leaves the last bits of Math.log, Math.exp and
 * Math.pow to the engine; additions, products, quotients, Math.floor and Math.abs are exact to the bit everywhere, so
 * what is built on this file gives the same bytes in every engine. Errors stay below 1 ulp.
 */

const LN2 = Math.LN2
/** The top 32 bits of ln 2: a product with an integer below 2^21 is exact. */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
/** The top 26 bits of ln 2: a product with a 26-bit number is exact. */
const LN2_TOP = 0.6931471675634384
const LN2_REST = 1.2996506893889889e-8
const INVERSE_LN2 = Math.LOG2E

const TWO_54 = 18014398509481984
/** Times a double, rounded: Veltkamp's splitting into two halves of 26 bits. */
const SPLITTER = 134217729

const MIN_EXPONENT = -1074
const MIN_NORMAL_EXPONENT = -1022
const MAX_EXPONENT = 1023

/** 2^k at k - MIN_EXPONENT. A look-up is faster than writing exponent bits: a 64-bit load right after a 32-bit store stalls. */
const powersOfTwo: Float64Array = tabulatePowersOfTwo()

function tabulatePowersOfTwo(): Float64Array {
  const powers = new Float64Array(MAX_EXPONENT - MIN_EXPONENT + 1)
  powers[-MIN_EXPONENT] = 1
  for (let k = 1; k <= MAX_EXPONENT; k++) powers[k - MIN_EXPONENT] = 2 * powers[k - 1 - MIN_EXPONENT]
  for (let k = -1; k >= MIN_EXPONENT; k--) powers[k - MIN_EXPONENT] = 0.5 * powers[k + 1 - MIN_EXPONENT]
  return powers
}

const bits: Float64Array = new Float64Array(1)
const words: Uint32Array = new Uint32Array(bits.buffer)
const HIGH_WORD: number = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0
/** High word of sqrt(2): mantissas from here on are halved, so that the reduced argument lies about 1. */
const SQRT2_MANTISSA = 0x6a09e

/** The k for which x = 2^k m with m in [sqrt(1/2), sqrt(2)), x > 0 normal. */
function centredExponent(x: number): number {
  bits[0] = x
  const high = words[HIGH_WORD]
  return (high >>> 20) - 1023 + ((high & 0xfffff) >= SQRT2_MANTISSA ? 1 : 0)
}

/** x * 2^k, rounded once; k an integer. */
export function scaleByPowerOfTwo(x: number, k: number): number {
  if (k >= MIN_NORMAL_EXPONENT && k <= MAX_EXPONENT) return x * powersOfTwo[k - MIN_EXPONENT]
  if (k > MAX_EXPONENT) {
    const once = x * powersOfTwo[MAX_EXPONENT - MIN_EXPONENT]
    if (k <= 2 * MAX_EXPONENT) return once * powersOfTwo[k - MAX_EXPONENT - MIN_EXPONENT]
    const twice = once * powersOfTwo[MAX_EXPONENT - MIN_EXPONENT]
    return twice * powersOfTwo[Math.min(k - 2 * MAX_EXPONENT, MAX_EXPONENT) - MIN_EXPONENT]
  }
  // Steps of -969 leave more than 53 binades to the last product: where an early product is already subnormal,
  // the last one gives zero, so no result is rounded twice.
  const once = x * powersOfTwo[-969 - MIN_EXPONENT]
  if (k + 969 >= MIN_NORMAL_EXPONENT) return once * powersOfTwo[k + 969 - MIN_EXPONENT]
  const twice = once * powersOfTwo[-969 - MIN_EXPONENT]
  return twice * powersOfTwo[Math.max(k + 2 * 969, MIN_NORMAL_EXPONENT) - MIN_EXPONENT]
}

/** (2 atanh(s) - 2 s) / s with z = s^2 <= 0.0295: Chebyshev fit, absolute error below 2^-63. */
function atanhTail(z: number): number {
  const even =
    0.6666666666666666 + z * z * (0.28571428570799784 + z * z * (0.18181795547521137 + z * z * 0.13268638369266825))
  const odd =
    0.40000000000000885 + z * z * (0.22222222392581045 + z * z * (0.15386244737621665 + z * z * 0.13088034850927555))
  return z * (even + z * odd)
}

/** log(2^k (1 + f)) + c, with 1 + f in about [sqrt(1/2), sqrt(2)) and |c| small. */
function logReduced(f: number, k: number, c: number): number {
  const s = f / (2 + f)
  const half = 0.5 * f * f
  // log(1 + f) = f - half + s (half + tail): the rounding of the large term f enters only the last sum.
  return k * LN2_HIGH - (half - (s * (half + atanhTail(s * s)) + (k * LN2_LOW + c)) - f)
}

/** Natural logarithm: -Infinity at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN
  if (x === Infinity) return x
  if (x < 2.2250738585072014e-308) {
    const normal = x * TWO_54
    const k = centredExponent(normal)
    return logReduced(normal * powersOfTwo[-k - MIN_EXPONENT] - 1, k - 54, 0)
  }
  const k = centredExponent(x)
  return logReduced(x * powersOfTwo[-k - MIN_EXPONENT] - 1, k, 0)
}

/** log(1 + x), accurate near 0. */
export function log1p(x: number): number {
  if (x > -0.2928 && x < 0.4142) return Math.abs(x) < 2.8e-17 ? x : logReduced(x, 0, 0)
  if (!(x > -1)) return x === -1 ? -Infinity : NaN
  if (x >= TWO_54) return log(x)
  const u = 1 + x
  // What the sum lost, exactly; relative to u it is a first-order correction of the logarithm.
  const lost = x > 1 ? 1 - (u - x) : x - (u - 1)
  const k = centredExponent(u)
  return logReduced(u * powersOfTwo[-k - MIN_EXPONENT] - 1, k, lost / u)
}

/** log(1 + x) - x for x > -1, without the cancellation near 0: the heart of every deviance. */
export function log1pMinus(x: number): number {
  const s = x / (2 + x)
  // With x = 2 s / (1 - s): log(1 + x) - x = 2 atanh(s) - x = (2 atanh(s) - 2 s) - s x.
  if (Math.abs(s) < 0.1716) return s * (atanhTail(s * s) - x)
  if (Math.abs(s) < 0.5) return s * (atanhTailSeries(s * s) - x)
  return log1p(x) - x
}

function atanhTailSeries(z: number): number {
  let sum = 0
  let power = z
  for (let k = 3; power > 1e-18; k += 2) {
    sum += (2 * power) / k
    power *= z
  }
  return sum
}

/** exp(r) - 1 - r for r = high - low, |r| <= ln(2) / 2, plus the -low that completes r. */
function expTail(high: number, low: number): number {
  const r = high - low
  const z = r * r
  // r (e^r + 1) / (e^r - 1) = 2 + z P(z), P a Chebyshev fit with error below 2^-54; then e^r - 1 = r + r c / (2 - c).
  const fit =
    0.1666666666666666 +
    z * (-0.0027777777777561142 + z * (6.613756469998891e-5 + z * (-1.6534057515757058e-6 + z * 4.143646749194716e-8)))
  const c = r - z * fit
  return (r * c) / (2 - c) - low
}

/** Exponential function: Infinity above 709.78, 0 below -745.13. */
export function exp(x: number): number {
  if (x > 709.782712893384) return Infinity
  if (x < -745.1332191019412) return 0
  if (Number.isNaN(x)) return x
  const k = Math.floor(x * INVERSE_LN2 + 0.5)
  const high = x - k * LN2_HIGH
  return scaleByPowerOfTwo(1 + (high + expTail(high, k * LN2_LOW)), k)
}

/** exp(x) - 1, accurate near 0. */
export function expm1(x: number): number {
  if (Math.abs(x) < 2.8e-17 || Number.isNaN(x)) return x
  if (x > 40) return exp(x)
  if (x < -40) return -1
  const k = Math.floor(x * INVERSE_LN2 + 0.5)
  const high = x - k * LN2_HIGH
  const tail = expTail(high, k * LN2_LOW)
  if (k === 0) return high + tail
  const power = powersOfTwo[k - MIN_EXPONENT]
  // 2^k (1 + r') - 1, where the sum of the two large terms keeps its rounding error (Knuth's two-sum), and so does 2^k - 1.
  const first = power - 1
  const second = power * high
  const sum = first + second
  const back = sum - first
  const error = first - (sum - back) + (second - back) + (power - first - 1)
  return sum + (power * tail + error)
}

/** 2^x. */
export function exp2(x: number): number {
  if (x >= 1024) return Infinity
  if (x < -1075) return 0
  if (Number.isNaN(x)) return x
  const k = Math.floor(x + 0.5)
  const r = x - k
  const scaled = r * SPLITTER
  const top = scaled - (scaled - r)
  const high = top * LN2_TOP
  const low = -((r - top) * LN2 + top * LN2_REST)
  return scaleByPowerOfTwo(1 + (high + expTail(high, low)), k)
}
