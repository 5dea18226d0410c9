import { alienCdf } from '../cdf/alien.js'
import { shareAbove } from '../cdf/empirical.js'
import { nominalRanks } from '../cdf/nominal-ranks.js'
import type { OrderedSample } from '../cdf/ordered-sample.js'
import { asSamples, type Samples, type ScoreArrays, type Scores, samplesIn } from '../cdf/samples.js'
import { rawThreshold } from './algorithm1/algorithm1.js'
import { theorem1SampleSize } from './bands/theorem1.js'
import type { AlphaEvidence, Curves, Evidence, Histogram, SampleSizes, TopRows, Tradeoff } from './evidence-types.js'
import { type Decision, sensitivity } from './sensitivity.js'

const CURVE_POINTS = 400
const CURVE_SOURCE = 50_000
const HISTOGRAM_BINS = 60
const EPSILONS = [0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5]

export type EvidenceInput = Scores & EvidenceTerms

export interface EvidenceTerms {
  readonly alpha: number
  readonly delta: number
  readonly topRows?: TopRows | null
  /** What was decided, to see how it would move with alpha. */
  readonly decision?: Decision
  readonly estimates?: AlphaEvidence
}

/** What a report shows of two samples. */
export function gatherEvidence(input: EvidenceInput): Evidence {
  const { alpha, delta, topRows = null, decision, estimates } = input
  const samples = samplesIn(input)
  const moved = decision === undefined ? null : sensitivity(samples, decision)
  return {
    curves: thinnedCurves(samples, alpha),
    histogram: histogram(samples),
    tradeoff: tradeoff(samples, alpha),
    sampleSizes: sampleSizes(alpha, delta),
    topRows,
    ...(moved === null ? {} : { sensitivity: moved }),
    ...(estimates === undefined ? {} : { estimates }),
    ranks: nominalRanks(samples.nominal),
  }
}

/** How the threshold, the false alarm rate and the share of the mixture that alarms move with q, estimated from both samples. */
export function tradeoff(scores: Samples | ScoreArrays, alpha: number): Tradeoff {
  const samples = asSamples(scores)
  const q = Array.from({ length: 51 }, (_, k) => k / 100)
  const taus = q.map((level) => rawThreshold(samples, alpha, level))
  return {
    q,
    tau: taus.map((tau) => (tau === Number.NEGATIVE_INFINITY ? null : tau)),
    falseAlarmRate: taus.map((tau) => shareAbove(samples.nominal, tau)),
    alarmRate: taus.map((tau) => shareAbove(samples.mixture, tau)),
  }
}

function sampleSizes(alpha: number, delta: number): SampleSizes {
  return { epsilon: EPSILONS, n: EPSILONS.map((epsilon) => theorem1SampleSize(alpha, delta, epsilon)) }
}

/** The curves at evenly spaced ranks of the pooled scores, ends included. */
function thinnedCurves({ nominal, mixture }: Samples, alpha: number): Curves {
  const cdf = alienCdf(thinned(nominal), thinned(mixture), alpha)
  const size = cdf.score.length
  const points = Math.min(size, CURVE_POINTS)
  const at = Array.from({ length: points }, (_, k) => (points === 1 ? 0 : Math.round((k * (size - 1)) / (points - 1))))
  const pick = (curve: Float64Array): number[] => at.map((i) => curve[i])
  const { score, f0, fm, fa, faIsotonic } = cdf
  return { score: pick(score), f0: pick(f0), fm: pick(fm), fa: pick(fa), faIsotonic: pick(faIsotonic) }
}

/** Every k-th of the ascending scores, so few that a picture cannot tell the difference from all of them. */
function thinned(sample: OrderedSample): Float64Array {
  const step = Math.ceil(sample.length / CURVE_SOURCE)
  const kept = Math.floor(sample.length / step)
  return Float64Array.from({ length: kept }, (_, k) => sample.at(Math.floor((k + 0.5) * (sample.length / kept))))
}

function histogram({ nominal, mixture }: Samples): Histogram {
  const low = Math.min(nominal.at(0), mixture.at(0))
  const high = Math.max(nominal.at(nominal.length - 1), mixture.at(mixture.length - 1))
  const width = (high - low) / HISTOGRAM_BINS || 1 // one value, or values too near each other to divide
  const edges = Array.from({ length: HISTOGRAM_BINS + 1 }, (_, k) => low + k * width)
  const binOf = (x: number): number => (width > 0 ? Math.min(HISTOGRAM_BINS - 1, Math.floor((x - low) / width)) : 0)
  const shares = (sample: OrderedSample): number[] => {
    const ends = edges.slice(1).map((_, bin) => firstBeyond(sample, (x) => binOf(x) > bin))
    return ends.map((end, bin) => (end - (bin === 0 ? 0 : ends[bin - 1])) / sample.length)
  }
  return { edges, nominal: shares(nominal), mixture: shares(mixture) }
}

/** The first index whose score is beyond, where all later ones are too; the length when none is. */
function firstBeyond(sample: OrderedSample, beyond: (score: number) => boolean): number {
  let low = 0
  let high = sample.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (beyond(sample.at(middle))) high = middle
    else low = middle + 1
  }
  return low
}
