import type { OrderedSample } from '../../cdf/ordered-sample.js'
import { decimalFraction } from '../../numeric/decimal.js'

/** The sign of Fa_hat - q, by counts. */
export interface Excess {
  atMostZero(b0: number, bm: number): boolean
  exact(b0: number, bm: number): bigint
}

/**
 * The sign of Fa_hat - q where b0 nominal and bm mixture scores are <= u, decided on the counts:
 * Fa_hat <= q  <=>  bm n0 - (1 - alpha) b0 nm - alpha q n0 nm <= 0. Floating point decides when the difference is far
 * above its rounding error; integers decide the rest, with alpha and q taken as the decimals they were written as.
 */
export function excessOver(n0: number, nm: number, alpha: number, q: number): Excess {
  const a = decimalFraction(alpha)
  const level = decimalFraction(q)
  const scale = a.denominator * level.denominator
  const mixtureUnit = BigInt(n0) * scale
  const nominalUnit = BigInt(nm) * (a.denominator - a.numerator) * level.denominator
  const constant = BigInt(n0) * BigInt(nm) * a.numerator * level.numerator
  const exact = (b0: number, bm: number): bigint => BigInt(bm) * mixtureUnit - BigInt(b0) * nominalUnit - constant
  const doubtful = 1e-12 * n0 * nm
  const allowance = alpha * q * n0 * nm
  const atMostZero = (b0: number, bm: number): boolean => {
    const rough = bm * n0 - (1 - alpha) * b0 * nm - allowance
    return Math.abs(rough) > doubtful ? rough < 0 : exact(b0, bm) <= 0n
  }
  return { atMostZero, exact }
}

/** A threshold, and how many scores of each sample are at most it. */
export interface Found {
  readonly tau: number
  readonly b0: number
  readonly bm: number
}

/** Two ordered runs of scores. */
export interface Pair {
  readonly nominal: OrderedSample
  readonly mixture: OrderedSample
}

/**
 * Walks down from the largest of two ascending runs of scores to the first that qualifies. `below0` nominal and
 * `belowM` mixture scores are smaller than all of them.
 */
export function walkDown(
  { nominal, mixture }: Pair,
  below0: number,
  belowM: number,
  excess: Excess,
): Found | undefined {
  let i = nominal.length
  let j = mixture.length
  while (i > 0 || j > 0) {
    const u = i === 0 || (j > 0 && mixture.at(j - 1) > nominal.at(i - 1)) ? mixture.at(j - 1) : nominal.at(i - 1)
    if (excess.atMostZero(below0 + i, belowM + j)) return { tau: u, b0: below0 + i, bm: belowM + j }
    while (i > 0 && nominal.at(i - 1) === u) i--
    while (j > 0 && mixture.at(j - 1) === u) j--
  }
  return undefined
}
