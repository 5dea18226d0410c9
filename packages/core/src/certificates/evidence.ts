import { alienCdfOf } from '../cdf/alien.js'
import { empiricalCdf, shareAbove } from '../cdf/empirical.js'
import { nominalRanks } from '../cdf/nominal-ranks.js'
import { type OrderedSample, orderedSample } from '../cdf/ordered-sample.js'
import { asSamples, type Samples, type ScoreArrays, type Scores, samplesIn } from '../cdf/samples.js'
import { rawThreshold } from './algorithm1/algorithm1.js'
import { type AuditLabels, auditScores } from './audit/labels.js'
import { theorem1SampleSize } from './bands/theorem1.js'
import type { AlphaEvidence, Curves, Evidence, Histogram, SampleSizes, TopRows, Tradeoff } from './evidence-types.js'
import { type Decision, sensitivity } from './sensitivity.js'

const CURVE_POINTS = 400
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
  /** Labels that carry the promise by themselves: the curve of the aliens is that of the labelled ones. */
  readonly labels?: AuditLabels
}

/**
 * What a report shows of two samples.
 *
 * @example
 * ```ts
 * const samples = prepare([1, 2, 3, 4], [1, 2, 8, 9])
 * gatherEvidence({ samples, alpha: 0.5, delta: 0.05 }).curves.score.length > 0 // => true
 * ```
 */
export function gatherEvidence(input: EvidenceInput): Evidence {
  const { alpha, delta, topRows = null, decision, estimates, labels } = input
  const samples = samplesIn(input)
  const moved = decision === undefined ? null : sensitivity(samples, decision)
  return {
    curves: labels === undefined ? thinnedCurves(samples, alpha) : labelledCurves(samples, alpha, labels),
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

/** The CDFs at evenly spaced ranks of each sample, ends included: a few hundred scores are read, however many there are. */
function thinnedCurves({ nominal, mixture }: Samples, alpha: number, more: readonly number[] = []): Curves {
  const scores = new Set([...thinned(nominal), ...thinned(mixture), ...more])
  const score = Float64Array.from(scores).sort()
  const b0 = score.map((u) => nominal.countAtMost(u))
  const bm = score.map((u) => mixture.countAtMost(u))
  const { f0, fm, fa, faIsotonic } = alienCdfOf({ nominal: b0, mixture: bm }, [nominal.length, mixture.length], alpha)
  return { score: [...score], f0: [...f0], fm: [...fm], fa: [...fa], faIsotonic: [...faIsotonic] }
}

/** The same, with the curve of the aliens that were labelled: it rests on no share of aliens. */
function labelledCurves(samples: Samples, alpha: number, labels: AuditLabels): Curves {
  const { alienScores } = auditScores(labels, samples)
  const curves = thinnedCurves(samples, alpha, thinned(orderedSample(alienScores)))
  const fa = curves.score.map((u) => empiricalCdf(alienScores, u))
  return { ...curves, fa, faIsotonic: fa, labelled: alienScores.length }
}

/** The scores of evenly spaced ranks, or all of them. */
function thinned(sample: OrderedSample): number[] {
  const points = Math.min(sample.length, CURVE_POINTS / 2)
  if (points === 1) return [sample.at(0)]
  return Array.from({ length: points }, (_, k) => sample.at(Math.round((k * (sample.length - 1)) / (points - 1))))
}

function histogram({ nominal, mixture }: Samples): Histogram {
  const low = Math.min(nominal.at(0), mixture.at(0))
  const high = Math.max(nominal.at(nominal.length - 1), mixture.at(mixture.length - 1))
  const width = (high - low) / HISTOGRAM_BINS || 1 // one value, or values too near each other to divide
  const edges = Array.from({ length: HISTOGRAM_BINS + 1 }, (_, k) => low + k * width)
  const shares = (sample: OrderedSample): number[] => {
    const ends = edges
      .slice(1)
      .map((edge, bin) => (bin === HISTOGRAM_BINS - 1 ? sample.length : sample.countBelow(edge)))
    return ends.map((end, bin) => (end - (bin === 0 ? 0 : ends[bin - 1])) / sample.length)
  }
  return { edges, nominal: shares(nominal), mixture: shares(mixture) }
}
