import { exp, log } from '../../numeric/elementary.js'
import type { Points } from '../coordinates/coordinates.js'

/*
 * A mixture of Gaussians over coordinates, with a distribution of every coded feature in each component: the density of
 * a point is the sum over components of weight, normal density of its coordinates and shares of its codes.
 */

/** Plain data, flat arrays component by component. */
export interface Mixture {
  readonly components: number
  readonly width: number
  /** Codes of each coded feature. */
  readonly codeCounts: Int32Array
  /** Log of the weight times the height of the normal density. */
  readonly heights: Float64Array
  readonly means: Float64Array
  /** Inverse Cholesky factors of the covariances, packed rows of lower triangles: they make a point's difference from the mean spherical. */
  readonly factors: Float64Array
  /** Log shares of the codes, those of a feature together. */
  readonly shares: Float64Array
}

/** What a pass over the points gives: how well the mixture fits, and its moments, weighted by the components' claims on each point. */
export interface Moments {
  readonly logLikelihood: number
  /** Summed claims of each component, and of each of its codes. */
  readonly weights: Float64Array
  readonly codeWeights: Float64Array
  /** Sums of differences from the component's mean, and of their products (packed lower triangles). */
  readonly first: Float64Array
  readonly second: Float64Array
}

/** Points that passes are made over; the engine has them in the memory of its kernels. */
export interface MixtureRows {
  pass(mixture: Mixture): Moments
  /** The sum over rows of x (x' B), for a matrix B with so many columns: what one step towards principal axes needs. */
  scatter(basis: Float64Array, columns: number): Float64Array
}

/** A claim below this share of a point is none: adding it would change no digit that matters. */
export const LEAST_CLAIM = 1e-10

export function sumOf(counts: Int32Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Room for one point: the log density of each component, and differences from a mean. */
export interface Scratch {
  readonly logs: Float64Array
  readonly difference: Float64Array
}

export function scratchFor({ components, width }: Mixture): Scratch {
  return { logs: new Float64Array(components), difference: new Float64Array(width) }
}

/** The log density of point i; leaves those of the components in the scratch. */
export function logDensity(mixture: Mixture, points: Points, i: number, scratch: Scratch): number {
  const { components, width, codeCounts, heights, means, factors, shares } = mixture
  const { logs, difference } = scratch
  const packed = (width * (width + 1)) / 2
  const codes = sumOf(codeCounts)
  let most = Number.NEGATIVE_INFINITY
  for (let k = 0; k < components; k++) {
    let height = heights[k]
    for (let c = 0, at = k * codes; c < codeCounts.length; at += codeCounts[c++]) {
      height += shares[at + points.codes[i * points.coded + c]]
    }
    for (let a = 0; a < width; a++) difference[a] = points.values[i * width + a] - means[k * width + a]
    let square = 0
    let at = k * packed
    for (let a = 0; a < width; a++) {
      let sum = 0
      for (let b = 0; b <= a; b++) sum += factors[at++] * difference[b]
      square += sum * sum
    }
    logs[k] = height - 0.5 * square
    if (logs[k] > most) most = logs[k]
  }
  let total = 0
  for (let k = 0; k < components; k++) total += exp(logs[k] - most)
  return most + log(total)
}

export function plainRows(points: Points): MixtureRows {
  return {
    pass: (mixture) => passOver(points, mixture),
    scatter: (basis, columns) => scatterOf(points, basis, columns),
  }
}

function passOver(points: Points, mixture: Mixture): Moments {
  const { components, width, codeCounts, means } = mixture
  const moments = emptyMoments(components, width, codeCounts)
  const scratch = scratchFor(mixture)
  let logLikelihood = 0
  for (let i = 0; i < points.rows; i++) {
    const density = logDensity(mixture, points, i, scratch)
    logLikelihood += density
    for (let k = 0; k < components; k++) {
      const claim = exp(scratch.logs[k] - density)
      if (claim >= LEAST_CLAIM) addPoint(moments, points, i, k, claim, means, codeCounts, scratch.difference)
    }
  }
  return { ...moments, logLikelihood }
}

export function emptyMoments(components: number, width: number, codeCounts: Int32Array): Moments {
  return {
    logLikelihood: 0,
    weights: new Float64Array(components),
    codeWeights: new Float64Array(components * sumOf(codeCounts)),
    first: new Float64Array(components * width),
    second: new Float64Array(components * ((width * (width + 1)) / 2)),
  }
}

/** Adds a point to the moments of a component about its mean. */
export function addPoint(
  { weights, codeWeights, first, second }: Moments,
  points: Points,
  i: number,
  k: number,
  claim: number,
  means: Float64Array,
  codeCounts: Int32Array,
  difference: Float64Array,
): void {
  const { width, values, codes, coded } = points
  weights[k] += claim
  for (let c = 0, at = (k * codeWeights.length) / weights.length; c < coded; at += codeCounts[c++]) {
    codeWeights[at + codes[i * coded + c]] += claim
  }
  for (let a = 0; a < width; a++) difference[a] = values[i * width + a] - means[k * width + a]
  let at = (k * (width * (width + 1))) / 2
  for (let a = 0; a < width; a++) {
    const claimed = claim * difference[a]
    first[k * width + a] += claimed
    for (let b = 0; b <= a; b++) second[at++] += claimed * difference[b]
  }
}

function scatterOf({ rows, width, values }: Points, basis: Float64Array, columns: number): Float64Array {
  const result = new Float64Array(width * columns)
  const along = new Float64Array(columns)
  for (let i = 0; i < rows; i++) {
    along.fill(0)
    for (let j = 0; j < width; j++) {
      const x = values[i * width + j]
      for (let c = 0, at = j * columns; c < columns; c++, at++) along[c] += x * basis[at]
    }
    for (let j = 0; j < width; j++) {
      const x = values[i * width + j]
      for (let c = 0, at = j * columns; c < columns; c++, at++) result[at] += x * along[c]
    }
  }
  return result
}
