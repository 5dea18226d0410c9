import { betaExcess, betaLower, logBetaLower, logBetaPower } from './beta-tail.js'
import { exp, expm1, log, log1p } from './elementary.js'
import { logGamma } from './gamma.js'
import { normalQuantile } from './normal.js'

/**
 * P(B <= x) for B ~ Beta(a, b), a, b > 0: the regularised incomplete beta function I_x(a, b). Relative error below 1e-12
 * for a, b >= 0.1 and a + b <= 1e8, however small; with a parameter nearer 0 the complement of a tail near 1 loses digits.
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  return betaLower(x, 1 - x, a, b, betaExcess(x, a, b))
}

/** P(B > x), accurate however small. */
export function betaSurvival(x: number, a: number, b: number): number {
  if (x <= 0) return 1
  if (x >= 1) return 0
  return betaLower(1 - x, x, b, a, -betaExcess(x, a, b))
}

/** log P(B <= x), also where the probability itself underflows. */
export function logBetaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return -Infinity
  if (x >= 1) return 0
  return logBetaLower(x, 1 - x, a, b, betaExcess(x, a, b))
}

/** log P(B > x), also where the probability itself underflows. */
export function logBetaSurvival(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return -Infinity
  return logBetaLower(1 - x, x, b, a, -betaExcess(x, a, b))
}

/** The x with P(B <= x) = p. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0) return 0
  if (p >= 1) return 1
  return p <= 0.5 ? pointBelow(p, a, b, false) : pointBelow(1 - p, b, a, true)
}

/** The x with P(B > x) = q: the upper quantile, without the rounding of 1 - q. */
export function betaQuantileUpper(q: number, a: number, b: number): number {
  if (q <= 0) return 1
  if (q >= 1) return 0
  return q <= 0.5 ? pointBelow(q, b, a, true) : pointBelow(1 - q, a, b, false)
}

/**
 * The point with lower tail p <= 1/2, or its distance to 1. It is sought as the smaller of x and 1 - x, since a number
 * close to 1 cannot hold the other.
 */
function pointBelow(p: number, a: number, b: number, mirrored: boolean): number {
  const logit = guessLogit(p, a, b)
  if (logit <= 0) {
    const x = solve(p, a, b, false, exp(logit) / (1 + exp(logit)))
    return mirrored ? 1 - x : x
  }
  const y = solve(p, b, a, true, exp(-logit) / (1 + exp(-logit)))
  return mirrored ? y : 1 - y
}

/** log(x / (1 - x)) of a first guess at the point with lower tail p. */
function guessLogit(p: number, a: number, b: number): number {
  // The tail is about x^a / (a B(a, b)) near 0, and for b >= 1 never more: a floor for x.
  const logPower = (log(p * a) + logGamma(a) + logGamma(b) - logGamma(a + b)) / a
  const power = logPower < 0 ? logPower - log1p(-exp(logPower)) : -Infinity
  if (a < 1 || b < 1) return clampLogit(logPower < -0.7 ? power : log(a / b))
  return clampLogit(Math.max(power, log(a / b) - normalShift(p, a, b)))
}

function clampLogit(logit: number): number {
  return Math.max(-690, Math.min(690, logit))
}

/** Abramowitz and Stegun 26.5.22, for a, b >= 1: how far the point lies below a / (a + b) on the logit scale. */
function normalShift(p: number, a: number, b: number): number {
  const z = -normalQuantile(p)
  const inverseA = 1 / (2 * a - 1)
  const inverseB = 1 / (2 * b - 1)
  const h = 2 / (inverseA + inverseB)
  const lambda = (z * z - 3) / 6
  return 2 * ((z * Math.sqrt(h + lambda)) / h - (inverseB - inverseA) * (lambda + 5 / 6 - 2 / (3 * h)))
}

/**
 * The x with lower (or `upper`) tail p, by Halley's method on the logarithm of the tail as a function of
 * log(x / (1 - x)). That function is concave for all a, b > 0, which makes plain Newton steps converge from anywhere.
 */
function solve(p: number, a: number, b: number, upper: boolean, start: number): number {
  const target = log(p)
  let x = start
  for (let iteration = 0; iteration < 100; iteration++) {
    const y = 1 - x
    const excess = betaExcess(x, a, b)
    const logTail = upper ? logBetaLower(y, x, b, a, -excess) : logBetaLower(x, y, a, b, excess)
    const gap = logTail - target
    const slope = exp(logBetaPower(x, y, a, b, excess) - logTail)
    const bend = (upper ? -excess : excess) - slope
    const newton = -gap / slope
    const step = Math.max(-50, Math.min(50, newton / Math.max(0.5, 1 - (gap * bend) / (2 * slope))))
    const growth = expm1(upper ? -step : step)
    const next = x + (x * y * growth) / (1 + x * growth)
    if (Math.abs(gap) < 1e-5 || next === x) return next
    x = Math.min(next, 0.9999999999999999)
  }
  return x
}
