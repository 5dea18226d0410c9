import type { Pair } from '../../cdf/cuts.js'
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

/**
 * Walks down from the largest pooled score to the first that qualifies. Counting more nominals only helps and counting more of
 * the mixture only hurts. So the largest score of a block has the answer if it qualifies, and no score of it does
 * where all of its nominals with none of its mixture scores would not.
 */
export function walkDown({ nominal, mixture, cuts }: Pair, excess: Excess): Found | undefined {
  for (let k = cuts.nominal.length - 1; k > 0; k--) {
    const [i, j] = [cuts.nominal[k], cuts.mixture[k]]
    const [below0, belowM] = [cuts.nominal[k - 1], cuts.mixture[k - 1]]
    if (i === below0 && j === belowM) continue
    if (excess.atMostZero(i, j)) return { tau: largestOf(nominal, mixture, i, j), b0: i, bm: j }
    if (!excess.atMostZero(i, belowM) || !cuts.open(k - 1)) continue
    const found = walkRun({ nominal, mixture }, { from: [below0, belowM], to: [i, j] }, excess)
    if (found !== undefined) return found
  }
  return undefined
}

/** The larger of the last of i nominal and j mixture scores. */
function largestOf(nominal: OrderedSample, mixture: OrderedSample, i: number, j: number): number {
  if (i === 0) return mixture.at(j - 1)
  return j > 0 && mixture.at(j - 1) > nominal.at(i - 1) ? mixture.at(j - 1) : nominal.at(i - 1)
}

/** How many nominal and mixture scores lie before the ends of a run. */
export interface Run {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

/** The same, score by score, over a run. `below0` nominal and `belowM` mixture scores more are smaller than all that are given. */
export function walkRun(
  { nominal, mixture }: Omit<Pair, 'cuts'>,
  { from, to }: Run,
  excess: Excess,
  [below0, belowM]: readonly [number, number] = [0, 0],
): Found | undefined {
  let [i, j] = to
  while (i > from[0] || j > from[1]) {
    const u = i === from[0] ? mixture.at(j - 1) : j === from[1] ? nominal.at(i - 1) : largestOf(nominal, mixture, i, j)
    if (excess.atMostZero(below0 + i, belowM + j)) return { tau: u, b0: below0 + i, bm: belowM + j }
    while (i > from[0] && nominal.at(i - 1) === u) i--
    while (j > from[1] && mixture.at(j - 1) === u) j--
  }
  return undefined
}
