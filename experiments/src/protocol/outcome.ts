import { orderedSample } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { theorem1SampleSize } from '@xenolith/core/internals'
import { round6 } from '../csv.js'
import type { Row } from '../element.js'
import { ascending, halfWidth, mean, quantile, reachedByAllBut } from '../statistics.js'

/** Columns of results.csv of every element that runs Algorithm 1. The report reads them. */
export const RESULT_COLUMNS = [
  'dataset',
  'detector',
  'n',
  'alpha',
  'alphaUsed',
  'q',
  'variant',
  'runs',
  'seed',
  'version',
  'recall',
  'recallCi',
  'falseAlarmRate',
  'falseAlarmRateCi',
  'oracle',
  'oracleMedian',
  'farQ1',
  'farMedian',
  'farQ3',
  'recall05',
  'nStar',
] as const

export const variants = ['basic', 'isotonic'] as const
export type Variant = (typeof variants)[number]

/** What one run of one cell gave: recall and false alarm rate. */
export type Outcome = readonly [recall: number, falseAlarmRate: number]

/** The threshold of Algorithm 1 by either variant, of ascending scores. */
export function tauOf(
  nominal: Float64Array,
  mixture: Float64Array,
  alpha: number,
  q: number,
  variant: Variant,
): number {
  const samples = { nominal: orderedSample(nominal), mixture: orderedSample(mixture) }
  const cut = { ...samples, cuts: internals.evenCuts(samples) }
  return internals.thresholdOf(cut, { alpha, q, isotonic: variant === 'isotonic' }).tau
}

const DELTA = 0.05

/** The means of a cell over its runs. `alpha` is the one that the theorem is asked for. */
export function summariseOutcomes(outcomes: readonly Outcome[], alpha: number, q: number): Row {
  const recalls = outcomes.map(([recall]) => recall)
  const rates = outcomes.map(([, rate]) => rate)
  const sortedRates = ascending(rates)
  const recall05 = reachedByAllBut(ascending(recalls), DELTA)
  const epsilon = 1 - recall05 - q
  return {
    recall: round6(mean(recalls)),
    recallCi: round6(halfWidth(recalls)),
    falseAlarmRate: round6(mean(rates)),
    falseAlarmRateCi: round6(halfWidth(rates)),
    farQ1: round6(quantile(sortedRates, 0.25)),
    farMedian: round6(quantile(sortedRates, 0.5)),
    farQ3: round6(quantile(sortedRates, 0.75)),
    recall05: round6(recall05),
    ...(epsilon > 1e-9 ? { nStar: theorem1SampleSize(alpha, DELTA, epsilon) } : {}),
  }
}
