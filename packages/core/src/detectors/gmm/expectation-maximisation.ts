import { log } from '../../numeric/elementary.js'
import { substream } from '../../numeric/random.js'
import { choleskyInPlace, invertInPlace, packedLength } from '../../numeric/triangular.js'
import type { Points } from '../coordinates/coordinates.js'
import { addPoint, emptyMoments, type Mixture, type MixtureRows, type Moments, sumOf } from './mixture.js'
import { startingComponents } from './start.js'

/** Passes end when the mean log density of the points grows by less. */
const LEAST_GAIN = 1e-3
const MOST_PASSES = 100
const LOG_TWO_PI = 1.8378770664093453
/** A component without points keeps this much, so that its logarithm stays finite. */
const LEAST_WEIGHT = 1e-6
/** Variances do not fall below this share of the points' mean variance. */
const LEAST_VARIANCE = 1e-6

/** What a mixture is drawn towards: the law of all points alike. */
interface Prior {
  readonly rows: number
  readonly codeCounts: Int32Array
  /** Shares of codes among all points, as if each code had occurred `imagined` times more. */
  readonly codeShares: Float64Array
  /** Rows that every component borrows for its codes, and times that every code is taken to have occurred besides. */
  readonly imagined: number
  readonly leastVariance: number
}

export interface FittedMixture {
  readonly mixture: Mixture
  /** The Bayesian information criterion: lower is better. */
  readonly bic: number
}

/**
 * A mixture of so many Gaussians by expectation and maximisation, from a k-means++ start. `imagined`: 1, or the share of the rows that stand for all of them; then codes are smoothed in
 * proportion, and one that none of them has is as unlikely as under all rows.
 */
export function fitMixture(
  points: Points,
  codeCounts: Int32Array,
  components: number,
  seed: number,
  rowsOf: (points: Points) => MixtureRows,
  imagined = 1,
): FittedMixture {
  const prior = priorOf(points, codeCounts, imagined)
  const rows = rowsOf(points)
  let mixture = startingMixture(
    points,
    prior,
    startingComponents(points, components, substream(seed, 'start')),
    components,
  )
  let best = Number.NEGATIVE_INFINITY
  for (let pass = 0; ; pass++) {
    const moments = rows.pass(mixture)
    const gain = (moments.logLikelihood - best) / points.rows
    best = moments.logLikelihood
    if (!(gain >= LEAST_GAIN) || pass === MOST_PASSES) break
    mixture = maximise(moments, mixture.means, points.width, prior)
  }
  const parameters =
    components * (1 + points.width + packedLength(points.width) + sumOf(codeCounts) - codeCounts.length) - 1
  return { mixture, bic: parameters * log(points.rows) - 2 * best }
}

function priorOf({ rows, width, values, coded, codes }: Points, codeCounts: Int32Array, imagined: number): Prior {
  const codeShares = new Float64Array(sumOf(codeCounts)).fill(imagined)
  for (let i = 0; i < rows; i++) {
    for (let c = 0, at = 0; c < coded; at += codeCounts[c++]) codeShares[at + codes[i * coded + c]]++
  }
  for (let c = 0, at = 0; c < coded; at += codeCounts[c++]) {
    for (let code = 0; code < codeCounts[c]; code++) codeShares[at + code] /= rows + imagined * codeCounts[c]
  }
  return { rows, codeCounts, codeShares, imagined, leastVariance: LEAST_VARIANCE * meanVariance(values, rows, width) }
}

/** Mean over the coordinates; 1 if none varies. */
function meanVariance(values: Float64Array, rows: number, width: number): number {
  let sum = 0
  for (let j = 0; j < width; j++) {
    let mean = 0
    let squares = 0
    for (let at = j; at < values.length; at += width) mean += values[at] / rows
    for (let at = j; at < values.length; at += width) squares += (values[at] - mean) * (values[at] - mean)
    sum += squares / rows
  }
  return sum > 0 ? sum / width : 1
}

/** The mixture that points make which belong to one component each. */
function startingMixture(points: Points, prior: Prior, componentOf: Int32Array, components: number): Mixture {
  const { rows, width } = points
  const moments = emptyMoments(components, width, prior.codeCounts)
  // Moments about a point of each component rather than about zero, so that few digits are lost.
  const means = new Float64Array(components * width)
  for (let i = rows - 1; i >= 0; i--) {
    means.set(points.values.subarray(i * width, (i + 1) * width), componentOf[i] * width)
  }
  const difference = new Float64Array(width)
  for (let i = 0; i < rows; i++) addPoint(moments, points, i, componentOf[i], 1, means, prior.codeCounts, difference)
  return maximise(moments, means, width, prior)
}

/**
 * The mixture of the highest likelihood for these moments, its covariances shrunk: to each are added a third as many
 * points as it has coordinates, spread evenly in all directions as the points of a component are on average. Shares of
 * codes are those of its points and of one more, or as much of one as is imagined, spread as all points are.
 */
function maximise(moments: Moments, about: Float64Array, width: number, prior: Prior): Mixture {
  const components = moments.weights.length
  const packed = packedLength(width)
  const weights = moments.weights.map((weight) => (weight > LEAST_WEIGHT ? weight : LEAST_WEIGHT))
  const means = about.slice()
  const factors = moments.second.slice()
  let spread = 0
  for (let k = 0; k < components; k++) {
    const shift = new Float64Array(width)
    for (let a = 0; a < width; a++) {
      shift[a] = moments.first[k * width + a] / weights[k]
      means[k * width + a] += shift[a]
    }
    let at = k * packed
    for (let a = 0; a < width; a++) {
      for (let b = 0; b <= a; b++, at++) factors[at] -= weights[k] * shift[a] * shift[b]
      spread += factors[at - 1]
    }
  }
  const sphere = Math.max(width > 0 ? spread / (prior.rows * width) : 0, prior.leastVariance)
  const heights = new Float64Array(components)
  for (let k = 0; k < components; k++) {
    const factor = factors.subarray(k * packed, (k + 1) * packed)
    const borrowed = width / 3
    for (let at = 0; at < packed; at++) factor[at] /= weights[k] + borrowed
    const added = (sphere * borrowed) / (weights[k] + borrowed)
    for (let a = 0, at = 0; a < width; at += ++a + 1) factor[at] += added + prior.leastVariance
    choleskyInPlace(factor, width, prior.leastVariance)
    invertInPlace(factor, width)
    let height = log(weights[k] / prior.rows) - 0.5 * width * LOG_TWO_PI
    for (let a = 0, at = 0; a < width; at += ++a + 1) height += log(factor[at])
    heights[k] = height
  }
  return { components, width, codeCounts: prior.codeCounts, heights, means, factors, shares: sharesOf(moments, prior) }
}

function sharesOf({ weights, codeWeights }: Moments, { codeShares, imagined }: Prior): Float64Array {
  return codeWeights.map((weight, at) => {
    const k = Math.floor(at / codeShares.length)
    return log((weight + imagined * codeShares[at % codeShares.length]) / (weights[k] + imagined))
  })
}
