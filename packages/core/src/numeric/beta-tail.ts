import { exp, log, log1p, log1pMinus } from './elementary.js'
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

/** Below this parameter the continued fraction is short; above it, the integrand is smooth enough for the quadrature. */
const QUADRATURE_START = 100

/** I_x(a, b) / (x^a y^b / B(a, b)) for x up to the mean, excess >= 0. */
function tailRatio(x: number, y: number, a: number, b: number, excess: number): number {
  if (a >= QUADRATURE_START && b >= QUADRATURE_START) return ratioByQuadrature(x, y, a, b, excess)
  return ratioByFraction(x, y, a, b, excess)
}

/** The continued fraction of DiDonato and Morris (ACM TOMS 18, 1992, equation 9), by its forward recurrence. */
export function ratioByFraction(x: number, y: number, a: number, b: number, excess: number): number {
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

/** The integrand is dropped where it has fallen to exp(-40) of its value at x. */
const CUT = 40

/** Gauss-Legendre on [-1, 1] with 32 points: the positive nodes and their weights. */
const nodes: readonly number[] = [
  0.9972638618494816, 0.9856115115452684, 0.9647622555875064, 0.9349060759377397, 0.8963211557660521, 0.84936761373257,
  0.7944837959679424, 0.7321821187402897, 0.6630442669302152, 0.5877157572407623, 0.5068999089322294,
  0.42135127613063533, 0.33186860228212767, 0.23928736225213706, 0.1444719615827965, 0.04830766568773832,
]
const weights: readonly number[] = [
  0.007018610009470096, 0.01627439473090567, 0.02539206530926206, 0.03427386291302143, 0.04283589802222668,
  0.050998059262376175, 0.058684093478535544, 0.06582222277636185, 0.0723457941088485, 0.07819389578707031,
  0.08331192422694675, 0.08765209300440381, 0.09117387869576389, 0.09384439908080457, 0.09563872007927486,
  0.0965400885147278,
]

/** The integral over [0, x] of (t/x)^(a-1) ((1-t)/y)^(b-1) dt / (x y), whatever the size of a and b in 32 evaluations. */
export function ratioByQuadrature(x: number, y: number, a: number, b: number, excess: number): number {
  // With t = x - s the exponent is -slope s + (a-1) log1pMinus(-s/x) + (b-1) log1pMinus(s/y): nothing cancels, as the
  // linear terms of both logarithms are in the slope, which the excess gives exactly.
  const slope = (excess + x - y) / (x * y)
  const length = cutLength(x, y, a, b, slope)
  let sum = 0
  for (let i = 0; i < nodes.length; i++) {
    const near = 0.5 * length * (1 - nodes[i])
    const far = 0.5 * length * (1 + nodes[i])
    sum += weights[i] * (exp(exponentBelow(near, x, y, a, b, slope)) + exp(exponentBelow(far, x, y, a, b, slope)))
  }
  return (0.5 * length * sum) / (x * y)
}

function exponentBelow(s: number, x: number, y: number, a: number, b: number, slope: number): number {
  return (a - 1) * log1pMinus(-s / x) + (b - 1) * log1pMinus(s / y) - slope * s
}

/** A distance s at which the exponent is at most -CUT, or x if there is none. */
function cutLength(x: number, y: number, a: number, b: number, slope: number): number {
  const curvature = (a - 1) / (x * x) + (b - 1) / (y * y)
  let s = (2 * CUT) / (slope + Math.sqrt(slope * slope + 2 * CUT * curvature))
  // The exponent is concave: its tangent lies above it, so a Newton step can only land at or beyond the cut.
  for (let step = 0; step < 2; step++) {
    if (s >= x) return x
    const gap = exponentBelow(s, x, y, a, b, slope) + CUT
    s += gap / (slope + ((a - 1) * s) / (x * (x - s)) + ((b - 1) * s) / (y * (y + s)))
  }
  return Math.min(s, x)
}
