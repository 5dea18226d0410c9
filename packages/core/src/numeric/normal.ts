import { exp, log } from './elementary.js'

const INVERSE_SQRT_TWO_PI = 0.3989422804014327
/** Veltkamp's constant 2^27 + 1. */
const SPLITTER = 134217729

/** exp(-z^2 / 2). The square of the upper half of z is exact, so a large exponent is not rounded. */
function gaussian(z: number): number {
  const high = z * SPLITTER - (z * SPLITTER - z)
  return exp(-0.5 * high * high) * exp(-0.5 * (z - high) * (z + high))
}

/** (1 + z) P(Z > z) / density(z) in Chebyshev polynomials of (z - 5) / (z + 5), z >= 0; error below 1e-17. */
const mills: readonly number[] = [
  1.1579976221305188, -0.1633449388451398, -0.013683136055781576, 0.03082200019810004, -0.016220073012046806,
  0.005616691016460094, -0.0014133933783549216, 0.0002502625460725661, -2.468907239728387e-5, -1.0107964061837592e-6,
  7.495419179740573e-7, -7.600274268728337e-8, -1.1574771441328644e-8, 3.333386472599843e-9, 7.538039628171347e-11,
  -1.1104247263727494e-10, 3.509243776551059e-12, 3.6894953861750955e-12, -2.3376697776383095e-13,
  -1.3271797523541405e-13, 9.921706995888276e-15, 5.276004995455379e-15, -3.373097694187922e-16,
  -2.2804338776379946e-16, 7.496330565808626e-18, 1.0328041877290668e-17,
]

/** P(Z > z) / density(z), z >= 0, by Clenshaw's recurrence. */
function millsRatio(z: number): number {
  const t = (z - 5) / (z + 5)
  let next = 0
  let afterNext = 0
  for (let i = mills.length - 1; i > 0; i--) {
    const current = 2 * t * next - afterNext + mills[i]
    afterNext = next
    next = current
  }
  return (t * next - afterNext + mills[0]) / (1 + z)
}

/** P(0 < Z <= z) for small |z|, by the Taylor series: odd in z, so that P(Z > 0) is 1/2 to the bit. */
function centralMass(z: number): number {
  let power = z
  let sum = z
  for (let k = 1; Math.abs(power) > 1e-18 * Math.abs(sum); k++) {
    power *= (-0.5 * z * z) / k
    sum += power / (2 * k + 1)
  }
  return INVERSE_SQRT_TWO_PI * sum
}

/** P(Z > z) for a standard normal Z. */
export function normalSurvival(z: number): number {
  if (Math.abs(z) < 0.5) return 0.5 - centralMass(z)
  if (z < 0) return 1 - normalSurvival(-z)
  if (z > 40) return 0
  return INVERSE_SQRT_TWO_PI * gaussian(z) * millsRatio(z)
}

/** P(Z <= z). */
export function normalCdf(z: number): number {
  return normalSurvival(-z)
}

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + coefficients[i]
  return sum
}

/*
 * The rational approximations of M. J. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37, 1988: about 1e-16.
 * Numerator and denominator for |p - 1/2| <= 0.425, then for r = sqrt(-log p) up to 5, then above.
 */
const centreNumerator: readonly number[] = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
]
const centreDenominator: readonly number[] = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852546,
]
const middleNumerator: readonly number[] = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
]
const middleDenominator: readonly number[] = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
]
const farNumerator: readonly number[] = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
]
const farDenominator: readonly number[] = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
]

/** The z with P(Z <= z) = p: -Infinity at 0, Infinity at 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN
  const fromHalf = p - 0.5
  if (Math.abs(fromHalf) <= 0.425) {
    const r = 0.180625 - fromHalf * fromHalf
    return (fromHalf * polynomial(centreNumerator, r)) / polynomial(centreDenominator, r)
  }
  const r = Math.sqrt(-log(fromHalf < 0 ? p : 1 - p))
  const size =
    r <= 5
      ? polynomial(middleNumerator, r - 1.6) / polynomial(middleDenominator, r - 1.6)
      : polynomial(farNumerator, r - 5) / polynomial(farDenominator, r - 5)
  return fromHalf < 0 ? -size : size
}
