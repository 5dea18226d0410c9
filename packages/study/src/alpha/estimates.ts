import {
  type AlphaEvidence,
  drawRows,
  type Estimate,
  type EstimatorName,
  estimatorNames,
  estimators,
  type Refusal as NoEstimate,
  type Recommendation,
  type RowsAndScores,
  selectRows,
  type Table,
} from '@xenolith/core'
import { deriveSeed } from '@xenolith/core/internals'
import { estimateAlpha } from '@xenolith/engine'
import { type Listener, stopIfAborted } from '../listener.js'
import type { TimedEstimate } from './answer.js'

/** Slow ones run unasked on samples of at most so many rows each; all of these take seconds there. */
const UNASKED: Partial<Record<EstimatorName, number>> = {
  roc: 1000,
  spy: 5000,
  km1: 200,
  km2: 200,
  'km1-scores': 200,
  'km2-scores': 200,
}

/** What runs by default: everything that these samples allow and that does not take long. */
export function usualEstimators({ nominal, mixture, rows }: RowsAndScores): EstimatorName[] {
  const size = Math.max(nominal.length, mixture.length)
  return estimatorNames.filter(
    (name) => (estimators[name].needs === 'scores' || rows !== undefined) && size <= (UNASKED[name] ?? size),
  )
}

export interface EstimateSettings {
  readonly seed: number
  /** Resamples for the intervals; 0: none. */
  readonly bootstrap: number
  readonly confidence: number
}

/** One estimate after the other, each as soon as it is made. */
export async function* estimateEach(
  names: readonly EstimatorName[],
  samples: RowsAndScores,
  settings: EstimateSettings,
  work: { readonly listener: Listener; readonly signal?: AbortSignal },
): AsyncGenerator<Estimate | NoEstimate> {
  const { listener, signal } = work
  const { seed, bootstrap, confidence } = settings
  const fewer = fewerRows(samples, seed)
  const onFewer = fewer === samples ? [] : names.filter((name) => estimators[name].needs === 'rows')
  if (onFewer.length > 0) {
    listener.note(`${onFewer.join(', ')}: on at most ${MOST_ROWS_SHOWN} rows of each sample, drawn at random`)
  }
  for (const name of names) {
    stopIfAborted(work)
    const onProgress = listener.progress(`estimating alpha (${name})`)
    const looked = onFewer.includes(name) ? fewer : samples
    const estimate = await estimateAlpha(name, looked, { seed, bootstrap, confidence, onProgress, signal })
    onProgress(1, 1)
    yield estimate
  }
}

/** A classifier of nominal against mixture rows gains little from more; its interval is honest about fewer. */
const MOST_ROWS = 10_000
const MOST_ROWS_SHOWN = '10,000'

/** The samples themselves, or at most MOST_ROWS of each with their scores. */
export function fewerRows(samples: RowsAndScores, seed: number): RowsAndScores {
  const { rows } = samples
  if (rows === undefined || Math.max(rows.nominal.rows, rows.mixture.rows) <= MOST_ROWS) return samples
  const part = (scores: Float64Array, table: Table, index: number) => {
    const kept = drawRows(table.rows, Math.min(MOST_ROWS, table.rows), deriveSeed(seed, 'rows to estimate on', index))
    return { scores: Float64Array.from(kept, (row) => scores[row]), table: selectRows(table, kept) }
  }
  const nominal = part(samples.nominal, rows.nominal, 0)
  const mixture = part(samples.mixture, rows.mixture, 1)
  const tables = { nominal: nominal.table, mixture: mixture.table }
  return { nominal: nominal.scores, mixture: mixture.scores, rows: tables }
}

/** What a model keeps of the estimates that its alpha came from. */
export function evidenceOf(
  estimates: readonly (Estimate | NoEstimate)[],
  { name, alpha, upper, reason }: Recommendation,
  confidence: number,
): AlphaEvidence {
  return {
    confidence,
    recommended: { name, alpha, upper, reason },
    estimates: estimates.map((estimate) =>
      estimate.alpha === null
        ? { name: estimate.name, alpha: null, reason: estimate.reason }
        : { name: estimate.name, alpha: estimate.alpha, interval: estimate.interval },
    ),
  }
}

/** One estimate after the other, with the time each takes. */
export async function timedEstimates(
  names: readonly EstimatorName[],
  samples: RowsAndScores,
  settings: EstimateSettings,
  listener: Listener,
): Promise<TimedEstimate[]> {
  const estimates: TimedEstimate[] = []
  let start = performance.now()
  for await (const estimate of estimateEach(names, samples, settings, { listener })) {
    const seconds = Number(((performance.now() - start) / 1000).toFixed(3))
    estimates.push(estimate.alpha === null ? estimate : { ...estimate, seconds })
    start = performance.now()
  }
  return estimates
}
