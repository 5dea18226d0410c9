import { alienCdf } from '../cdf/alien.js'
import { shareAbove } from '../cdf/empirical.js'
import { nominalRanks } from '../cdf/nominal-ranks.js'
import { rawThreshold } from './algorithm1/algorithm1.js'
import { theorem1SampleSize } from './bands/theorem1.js'
import type { AlphaEvidence, Curves, Evidence, Histogram, SampleSizes, TopRows, Tradeoff } from './evidence-types.js'
import { type Decision, sensitivity } from './sensitivity.js'

const CURVE_POINTS = 400
const CURVE_SOURCE = 50_000
const HISTOGRAM_BINS = 60
const EPSILONS = [0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5]

export interface EvidenceInput {
  /** Ascending. */
  readonly nominal: Float64Array
  /** Ascending. */
  readonly mixture: Float64Array
  readonly alpha: number
  readonly delta: number
  readonly topRows?: TopRows | null
  /** What was decided, to see how it would move with alpha. */
  readonly decision?: Decision
  readonly estimates?: AlphaEvidence
}

/** What a report shows of two ascending samples. */
export function gatherEvidence(input: EvidenceInput): Evidence {
  const { nominal, mixture, alpha, delta, topRows = null, decision, estimates } = input
  const moved = decision === undefined ? null : sensitivity({ nominal, mixture }, decision)
  return {
    curves: thinnedCurves(nominal, mixture, alpha),
    histogram: histogram(nominal, mixture),
    tradeoff: tradeoff(nominal, mixture, alpha),
    sampleSizes: sampleSizes(alpha, delta),
    topRows,
    ...(moved === null ? {} : { sensitivity: moved }),
    ...(estimates === undefined ? {} : { estimates }),
    ranks: nominalRanks(nominal),
  }
}

/** How the threshold, the false alarm rate and the share of the mixture that alarms move with q, estimated from both samples. */
export function tradeoff(nominal: Float64Array, mixture: Float64Array, alpha: number): Tradeoff {
  const q = Array.from({ length: 51 }, (_, k) => k / 100)
  const taus = q.map((level) => rawThreshold(nominal, mixture, alpha, level))
  return {
    q,
    tau: taus.map((tau) => (tau === Number.NEGATIVE_INFINITY ? null : tau)),
    falseAlarmRate: taus.map((tau) => shareAbove(nominal, tau)),
    alarmRate: taus.map((tau) => shareAbove(mixture, tau)),
  }
}

function sampleSizes(alpha: number, delta: number): SampleSizes {
  return { epsilon: EPSILONS, n: EPSILONS.map((epsilon) => theorem1SampleSize(alpha, delta, epsilon)) }
}

/** The curves at evenly spaced ranks of the pooled scores, ends included. */
function thinnedCurves(nominal: Float64Array, mixture: Float64Array, alpha: number): Curves {
  const cdf = alienCdf(thinned(nominal), thinned(mixture), alpha)
  const size = cdf.score.length
  const points = Math.min(size, CURVE_POINTS)
  const at = Array.from({ length: points }, (_, k) => (points === 1 ? 0 : Math.round((k * (size - 1)) / (points - 1))))
  const pick = (curve: Float64Array): number[] => at.map((i) => curve[i])
  const { score, f0, fm, fa, faIsotonic } = cdf
  return { score: pick(score), f0: pick(f0), fm: pick(fm), fa: pick(fa), faIsotonic: pick(faIsotonic) }
}

/** Every k-th of the ascending scores, so few that a picture cannot tell the difference from all of them. */
function thinned(sorted: Float64Array): Float64Array {
  const step = Math.ceil(sorted.length / CURVE_SOURCE)
  if (step <= 1) return sorted
  const kept = Math.floor(sorted.length / step)
  return Float64Array.from({ length: kept }, (_, k) => sorted[Math.floor((k + 0.5) * (sorted.length / kept))])
}

function histogram(nominal: Float64Array, mixture: Float64Array): Histogram {
  const low = Math.min(nominal[0], mixture[0])
  const high = Math.max(nominal[nominal.length - 1], mixture[mixture.length - 1])
  const width = (high - low) / HISTOGRAM_BINS || 1 // one value, or values too near each other to divide
  const edges = Array.from({ length: HISTOGRAM_BINS + 1 }, (_, k) => low + k * width)
  const shares = (sorted: Float64Array): number[] => {
    const counts = new Array<number>(HISTOGRAM_BINS).fill(0)
    for (const x of sorted) counts[width > 0 ? Math.min(HISTOGRAM_BINS - 1, Math.floor((x - low) / width)) : 0]++
    return counts.map((count) => count / sorted.length)
  }
  return { edges, nominal: shares(nominal), mixture: shares(mixture) }
}
