import { exp, log, log1p } from './elementary.js'
import { deviance, stirlingError } from './gamma.js'

/*
 * Beta probabilities at a point given as x, y = 1 - x and the excess a - (a + b) x. Only the excess has to be exact:
 * near the mean it is a small difference of large numbers, and the exponent of the density is excess^2 times a number
 * up to 1/(a x y). Mirroring the point is a swap of arguments: (y, x, b, a, -excess).
 */

const TWO_PI = 6.283185307179586
/** Veltkamp's constant 2^27 + 1. */
const SPLITTER = 134217729

/** a - (a + b) x with one rounding: sum and product keep their errors (Knuth's two-sum, Dekker's product). */
export function betaExcess(x: number, a: number, b: number): number {
  const sum = a + b
  const back = sum - a
  const sumError = a - (sum - back) + (b - back)
  const product = sum * x
  const sumHigh = sum * SPLITTER - (sum * SPLITTER - sum)
  const sumLow = sum - sumHigh
  const xHigh = x * SPLITTER - (x * SPLITTER - x)
  const xLow = x - xHigh
  const productError = sumHigh * xHigh - product + sumHigh * xLow + sumLow * xHigh + sumLow * xLow
  return a - product - productError - sumError * x
}

/** The exponent in x^a y^b / B(a, b) = sqrt(a b / (2 pi (a + b))) exp(exponent): deviances, never differences of logGamma. */
function powerExponent(x: number, y: number, a: number, b: number, excess: number): number {
  const sum = a + b
  const stirling = stirlingError(sum) - stirlingError(a) - stirlingError(b)
  return stirling - (deviance(a, sum * x, excess) + deviance(b, sum * y, -excess))
}

/** x^a y^b / B(a, b) for 0 < x < 1: the beta density with respect to log(x / y). */
export function betaPower(x: number, y: number, a: number, b: number, excess: number): number {
  return Math.sqrt((a / (a + b)) * (b / TWO_PI)) * exp(powerExponent(x, y, a, b, excess))
}

/** Its logarithm. */
export function logBetaPower(x: number, y: number, a: number, b: number, excess: number): number {
  return 0.5 * log((a / (a + b)) * (b / TWO_PI)) + powerExponent(x, y, a, b, excess)
}

/** I_x(a, b), 0 < x < 1: the tail on the near side of the mean, or the complement of the other. */
export function betaLower(x: number, y: number, a: number, b: number, excess: number): number {
  if (excess < 0) return 1 - betaLower(y, x, b, a, -excess)
  return Math.min(1, betaPower(x, y, a, b, excess) * tailRatio(x, y, a, b, excess))
}

/** log I_x(a, b), 0 < x < 1. */
export function logBetaLower(x: number, y: number, a: number, b: number, excess: number): number {
  if (excess < 0) return log1p(-betaLower(y, x, b, a, -excess))
  return Math.min(0, logBetaPower(x, y, a, b, excess) + log(tailRatio(x, y, a, b, excess)))
}

/**
 * I_x(a, b) / (x^a y^b / B(a, b)) for x up to the mean, excess >= 0: the continued fraction of DiDonato and Morris
 * (ACM TOMS 18, 1992) by its forward recurrence. Its length grows with the root of min(a, b), at the mean.
 */
function tailRatio(x: number, y: number, a: number, b: number, excess: number): number {
  let numerator = 1
  let denominator = (a * (excess + 1)) / (a + 1)
  let lastNumerator = 0
  let lastDenominator = 1
  let ratio = numerator / denominator
  for (let m = 1; m < 100_000; m++) {
    const odd = a + 2 * m - 1
    const common = (m * (b - m) * x) / odd
    const alpha = (((a + m - 1) * (a + b + m - 1)) / odd) * common * x
    const beta = m + common + ((a + m) / (odd + 2)) * (excess + 1 + m * (1 + y))
    const nextNumerator = beta * numerator + alpha * lastNumerator
    const nextDenominator = beta * denominator + alpha * lastDenominator
    const nextRatio = nextNumerator / nextDenominator
    // Scaling by the denominator keeps the recurrence within range at any length.
    lastNumerator = numerator / nextDenominator
    lastDenominator = denominator / nextDenominator
    numerator = nextRatio
    denominator = 1
    const change = nextRatio - ratio
    ratio = nextRatio
    if (Math.abs(change) <= 1e-16 * ratio) break
  }
  return ratio
}
