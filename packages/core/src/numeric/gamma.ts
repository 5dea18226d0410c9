import { log, log1p, log1pMinus } from './elementary.js'

/** log(2 pi) / 2 */
const HALF_LOG_TWO_PI = 0.9189385332046728

/** From here on Stirling's series reaches full accuracy with eight terms. */
const STIRLING_START = 10

/** logGamma(2 + z) / z in powers of z, |z| <= 1/2: Chebyshev fit, error below 1e-17. */
const nearTwo: readonly number[] = [
  0.42278433509846713, 0.3224670334241132, -0.06735230105319563, 0.02058080842778338, -0.007385551028935545,
  0.002890510330865901, -0.0011927539009983087, 0.0005096695196526673, -0.00022315497746292723, 9.945761692157133e-5,
  -4.4923727564247656e-5, 2.050601970174762e-5, -9.45628851510172e-6, 4.3828545383846665e-6, -1.9743106888421067e-6,
  9.242852225162277e-7, -5.811277768921246e-7, 2.7475390051909663e-7,
]

function logGammaNearTwo(z: number): number {
  let sum = 0
  for (let i = nearTwo.length - 1; i >= 0; i--) sum = sum * z + nearTwo[i]
  return sum * z
}

/** log Gamma(x), x > 0; accurate relative to itself near its zeros 1 and 2 too. */
export function logGamma(x: number): number {
  if (x >= STIRLING_START) return (x - 0.5) * (log(x) - 1) + (HALF_LOG_TWO_PI - 0.5) + stirlingSeries(x)
  if (x < 0.5) return logGammaNearTwo(x) - log1p(x) - log(x)
  if (x < 1.5) return logGammaNearTwo(x - 1) - log1p(x - 1)
  let product = 1
  let shifted = x
  while (shifted >= 2.5) {
    shifted -= 1
    product *= shifted
  }
  return log(product) + logGammaNearTwo(shifted - 2)
}

/** B_2k / (2k (2k - 1) x^(2k-1)) summed, x >= STIRLING_START. */
function stirlingSeries(x: number): number {
  const z = 1 / (x * x)
  const tail =
    0.0008417508417508417 + z * (-0.0019175269175269176 + z * (0.00641025641025641 - z * 0.029550653594771242))
  const sum = -0.002777777777777778 + z * (0.0007936507936507937 + z * (-0.0005952380952380953 + z * tail))
  return (1 / 12 + z * sum) / x
}

function shiftedStirlingError(x: number): number {
  let sum = 0
  let shifted = x
  while (shifted < STIRLING_START) {
    sum += (shifted + 0.5) * log1p(1 / shifted) - 1
    shifted += 1
  }
  return sum + stirlingSeries(shifted)
}

const integerErrors: Float64Array = Float64Array.from({ length: STIRLING_START }, (_, n) => shiftedStirlingError(n))

/** What Stirling's formula leaves out: log Gamma(x + 1) - ((x + 1/2) log x - x + log(2 pi) / 2), x > 0 (Loader 2000). */
export function stirlingError(x: number): number {
  if (x >= STIRLING_START) return stirlingSeries(x)
  return Number.isInteger(x) ? integerErrors[x] : shiftedStirlingError(x)
}

/**
 * Loader's deviance: value log(value / mean) + mean - value, for value, mean > 0 (C. Loader, Fast and accurate
 * computation of binomial probabilities, 2000). Give `excess` = value - mean when it is known better than the two
 * rounded numbers tell: an error in it enters the exponent multiplied by excess / mean.
 */
export function deviance(value: number, mean: number, excess: number = value - mean): number {
  const relative = -excess / value
  if (relative > -0.65) return -value * log1pMinus(relative)
  return value * log(value / mean) - excess
}

/** log of n over k, for integers 0 <= k <= n; -Infinity outside. */
export function logBinomialCoefficient(n: number, k: number): number {
  const small = Math.min(k, n - k)
  if (small < 0) return -Infinity
  if (small === 0) return 0
  const large = n - small
  const powers = small * log(n / small) - large * log1p(-small / n)
  const roots = 0.5 * log(n / large / small) - HALF_LOG_TWO_PI
  return powers + roots + (stirlingError(n) - stirlingError(small) - stirlingError(large))
}
