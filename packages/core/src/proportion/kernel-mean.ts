import { exp } from '../numeric/elementary.js'
import { type Progress, report } from '../numeric/progress.js'
import { SimplexLeastSquares } from '../numeric/simplex-least-squares.js'
import { sortedCopy } from '../numeric/sort.js'
import { poolRows } from '../trees/pooled-rows.js'
import { NOTHING_VARIES } from './classifier-scores.js'
import type { Method, Prepared, RowsAndScores } from './estimator.js'
import { type KernelRows, kernelRows, scoreRows } from './kernel-rows.js'
import { drawCounts } from './resample.js'
import { usableScores } from './score-method.js'

/*
 * Mixture proportion estimation by kernel mean embedding (Ramaswamy, Scott & Tewari, ICML 2016). If the mixture is
 * (1-alpha) nominal + alpha alien, the alien mean is l mu_m + (1-l) mu_0 at l = 1/alpha. d(l) is the distance of that point
 * from the means that weights on the data can make; it stays near 0 up to 1/alpha and then rises with a slope. The
 * estimate is 1/l where the slope passes a threshold.
 */

/** Widths tried, in median distances: 10^-1 .. 10 in even steps of the exponent. */
const WIDTHS: readonly number[] = [0.1, 0.31622776601683794, 1, 3.1622776601683795, 10]
const LARGEST_RATIO = 20
/** The search for l ends at this width; the slope is taken over half of it. */
const PRECISION = 0.04
const FIRST_STEP = 0.05
const NEAR = 1.5
/** Programmes to be solved on the way: one for the first slope, two for each halving of the range. */
const SOLVES = 19
/** How the slope threshold of KM2 lies between the slope at 1 and the largest possible one. */
const MIX = 0.2
/**
 * The slope never exceeds the distance of the means. A curve that climbs at this share of it from the start has its bend
 * at 1: without the limit, rounding alone would decide between alpha = 1 and the smallest alpha tried.
 */
const STEEPEST = 0.99
/** The first threshold gives way to the second where it would be above this share of the largest slope. */
const HIGHEST_LEVEL = 0.9

/** The Gaussian kernel of all rows, at the width that sets the two means farthest apart. */
export interface MeanKernel {
  readonly n0: number
  readonly nm: number
  readonly kernel: Float64Array
}

/** Null if the rows do not differ. */
export function meanKernel(rows: KernelRows): MeanKernel | null {
  const { n0, nm } = rows
  const n = n0 + nm
  const squares = squaredDistances(rows)
  const typical = medianOfAll(squares, n)
  const scale = typical > 0 ? typical : largestOf(squares)
  if (!(scale > 0)) return null
  let best = WIDTHS[0]
  let farthest = -1
  for (const width of WIDTHS) {
    const rate = -1 / (2 * width * width * scale)
    const apart = distanceOfMeans(squares, n0, nm, rate)
    if (apart <= farthest) continue
    farthest = apart
    best = width
  }
  const rate = -1 / (2 * best * best * scale)
  for (let i = 0; i < n; i++) {
    squares[i * n + i] = 1
    for (let j = 0; j < i; j++) squares[i * n + j] = squares[j * n + i] = exp(rate * squares[i * n + j])
  }
  return { n0, nm, kernel: squares }
}

/** Which threshold the slope must pass: 1/sqrt(n), or one between the slope at 1 and the largest possible. */
export type Threshold = 'km1' | 'km2'

/** How much each row counts; the weights of each sample sum to 1. */
export interface RowWeights {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
}

export function kernelMeanEstimate(
  { n0, nm, kernel }: MeanKernel,
  weights: RowWeights,
  which: Threshold,
  progress: Progress,
): number {
  const n = n0 + nm
  const toNominal = new Float64Array(n)
  const toMixture = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n0; j++) toNominal[i] += weights.nominal[j] * kernel[i * n + j]
    for (let j = 0; j < nm; j++) toMixture[i] += weights.mixture[j] * kernel[i * n + n0 + j]
  }
  const mean = (w: Float64Array, values: Float64Array, from: number): number =>
    w.reduce((sum, x, i) => sum + x * values[from + i], 0)
  const nominalSquare = mean(weights.nominal, toNominal, 0)
  const cross = mean(weights.mixture, toNominal, n0)
  const mixtureSquare = mean(weights.mixture, toMixture, n0)
  const apart = Math.sqrt(Math.max(0, nominalSquare - 2 * cross + mixtureSquare))

  // Near 1 the weights are spread over most of the rows, farther up over few: one solver does not serve both.
  const near = new SimplexLeastSquares(kernel, n)
  const far = new SimplexLeastSquares(kernel, n)
  const target = new Float64Array(n)
  let done = 0
  const distance = (l: number): number => {
    for (let i = 0; i < n; i++) target[i] = l * toMixture[i] + (1 - l) * toNominal[i]
    const square = l * l * mixtureSquare + 2 * l * (1 - l) * cross + (1 - l) * (1 - l) * nominalSquare
    report(progress, Math.min(++done, SOLVES), SOLVES)
    return Math.sqrt((l < NEAR ? near : far).solve(target, square))
  }
  const search = (threshold: number): number => {
    let left = 1
    let right = LARGEST_RATIO
    while (right - left > PRECISION) {
      const middle = (left + right) / 2
      const slope = (distance(middle + PRECISION / 2) - distance(middle)) / (PRECISION / 2)
      if (slope > threshold) right = middle
      else left = middle
    }
    return 2 / (left + right)
  }
  const level = 1 / Math.sqrt(Math.min(n0, nm))
  if (which === 'km1' && level <= HIGHEST_LEVEL * apart) return search(level)
  // d(1) = 0: there the point is the mixture's own mean.
  const firstSlope = distance(1 + FIRST_STEP) / FIRST_STEP
  return search(Math.min((1 - MIX) * firstSlope + MIX * apart, STEEPEST * apart))
}

function squaredDistances({ n0, nm, width, values }: KernelRows): Float64Array {
  const n = n0 + nm
  const squares = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let sum = 0
      for (let k = 0; k < width; k++) {
        const gap = values[i * width + k] - values[j * width + k]
        sum += gap * gap
      }
      squares[i * n + j] = squares[j * n + i] = sum
    }
  }
  return squares
}

/** The median of the whole matrix, its diagonal of zeros included. */
function medianOfAll(squares: Float64Array, n: number): number {
  const pairs = new Float64Array((n * (n - 1)) / 2)
  for (let i = 0, at = 0; i < n; i++) for (let j = 0; j < i; j++) pairs[at++] = squares[i * n + j]
  const sorted = sortedCopy(pairs)
  const entry = (k: number): number => (k < n ? 0 : sorted[(k - n) >> 1])
  const half = (n * n) >> 1
  return (n * n) % 2 === 1 ? entry(half) : (entry(half - 1) + entry(half)) / 2
}

function largestOf(squares: Float64Array): number {
  return squares.reduce((largest, x) => Math.max(largest, x), 0)
}

/** The squared distance of the two means under the kernel e^(rate |x - y|^2). */
function distanceOfMeans(squares: Float64Array, n0: number, nm: number, rate: number): number {
  const n = n0 + nm
  let within0 = n0
  let withinM = nm
  let across = 0
  for (let i = 0; i < n; i++) {
    let own = 0
    let other = 0
    for (let j = 0; j < i; j++) {
      const k = exp(rate * squares[i * n + j])
      if (i < n0 || j >= n0) own += k
      else other += k
    }
    if (i < n0) within0 += 2 * own
    else withinM += 2 * own
    across += other
  }
  return within0 / n0 / n0 + withinM / nm / nm - (2 * across) / n0 / nm
}

/** Rows of both samples up to which a second-threshold resample on features takes no more than a fraction of a second. */
const RESAMPLED_ROWS = 600

function method(title: string, needs: 'rows' | 'scores', largest: number, which: Threshold, about: string): Method {
  const prepare = (samples: RowsAndScores, _seed: number, progress: Progress): Prepared | string => {
    let rows: KernelRows
    if (needs === 'scores') {
      const scores = usableScores(samples)
      if (typeof scores === 'string') return scores
      rows = scoreRows(...scores)
    } else {
      const pooled = samples.rows && poolRows(samples.rows)
      if (pooled === undefined || pooled.columns.length === 0) return NOTHING_VARIES
      rows = kernelRows(pooled)
    }
    const kernel = meanKernel(rows)
    if (kernel === null) return NOTHING_VARIES
    const { n0, nm } = kernel
    const even = { nominal: new Float64Array(n0).fill(1 / n0), mixture: new Float64Array(nm).fill(1 / nm) }
    const slow = needs === 'rows' && which === 'km2' && n0 + nm > RESAMPLED_ROWS
    return {
      alpha: kernelMeanEstimate(kernel, even, which, progress),
      again: slow
        ? `no interval above ${RESAMPLED_ROWS} rows in both samples together: each resample would take seconds`
        : (random) => {
            const nominal = Float64Array.from(drawCounts(n0, random), (count) => count / n0)
            const mixture = Float64Array.from(drawCounts(nm, random), (count) => count / nm)
            return kernelMeanEstimate(kernel, { nominal, mixture }, which, {})
          },
    }
  }
  return { title, needs, largest, about, prepare }
}

export const km1: Method = method(
  'Kernel means of the features, threshold 1',
  'rows',
  1000,
  'km1',
  "The least alpha at which the alien mean, in a kernel's geometry, is still a mean of the data; the slope of the distance must pass 1/sqrt(n). Can answer 1 when the samples are too small for the features (.98 for .1 at 100 rows). The cost is cubic in the rows.",
)
export const km2: Method = method(
  'Kernel means of the features, threshold 2',
  'rows',
  1000,
  'km2',
  "The least alpha at which the alien mean, in a kernel's geometry, is still a mean of the data; the threshold adapts to the first slope. High for small alpha (.25 for .1 at 1000 rows). The cost is cubic in the rows.",
)
export const km1Scores: Method = method(
  'Kernel means of the scores, threshold 1',
  'scores',
  2000,
  'km1',
  'As km1, on the scores instead of the features: one dimension, so that far fewer rows do. A little high. The kernel fills memory with the square of the rows.',
)
export const km2Scores: Method = method(
  'Kernel means of the scores, threshold 2',
  'scores',
  2000,
  'km2',
  'As km2, on the scores instead of the features: one dimension, so that far fewer rows do. High for small alpha below 1000 rows. The kernel fills memory with the square of the rows.',
)
