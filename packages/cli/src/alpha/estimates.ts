import {
  type AlphaEvidence,
  deriveSeed,
  drawRows,
  type Estimate,
  type EstimatorName,
  estimatorNames,
  estimators,
  type Recommendation,
  type Refusal,
  type Samples,
  selectRows,
  type Table,
} from '@xenolith/core'
import { estimateAlpha } from '@xenolith/engine'
import { count } from '@xenolith/pages'
import { InvalidArgumentError } from 'commander'
import { toNames } from '../options.js'
import type { Terminal } from '../terminal.js'

/** An estimate with the time it took, which is the only thing here that two runs may disagree about; or why there is none. */
export type TimedEstimate = (Estimate & { readonly seconds: number }) | Refusal

/** `all`, or names separated by commas. */
export function toEstimators(text: string): EstimatorName[] {
  const names = toNames(text)
  if (names.length === 1 && names[0] === 'all') return [...estimatorNames]
  const known: readonly string[] = estimatorNames
  const strange = names.find((name) => !known.includes(name))
  if (strange !== undefined || names.length === 0) {
    const what = strange === undefined ? 'no estimator is named' : `there is no estimator "${strange}"`
    throw new InvalidArgumentError(`${what}; expected all, or some of ${estimatorNames.join(', ')}`)
  }
  return [...new Set(names)] as EstimatorName[]
}

/** Slow ones run unasked on samples of at most so many rows each; all of these take seconds there. */
const UNASKED: Partial<Record<EstimatorName, number>> = {
  roc: 1000,
  spy: 5000,
  km1: 200,
  km2: 200,
  'km1-scores': 200,
  'km2-scores': 200,
}

/** What runs unless told otherwise: everything that these samples allow and that does not take long. */
export function usualEstimators({ nominal, mixture, rows }: Samples): EstimatorName[] {
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

/** One estimate after the other, with progress and the time each takes. */
export async function estimateAll(
  names: readonly EstimatorName[],
  samples: Samples,
  settings: EstimateSettings,
  terminal: Terminal,
): Promise<TimedEstimate[]> {
  const fewer = fewerRows(samples, settings.seed)
  const onFewer = fewer === samples ? [] : names.filter((name) => estimators[name].needs === 'rows')
  if (onFewer.length > 0) {
    const most = count(MOST_ROWS)
    terminal.note(`${onFewer.join(', ')}: on at most ${most} rows of each sample, drawn at random`)
  }
  const estimates: TimedEstimate[] = []
  for (const name of names) {
    const start = performance.now()
    const onProgress = terminal.progress(`estimating alpha (${name})`)
    const estimate = await estimateAlpha(name, onFewer.includes(name) ? fewer : samples, { ...settings, onProgress })
    onProgress(1, 1)
    const seconds = Number(((performance.now() - start) / 1000).toFixed(3))
    estimates.push(estimate.alpha === null ? estimate : { ...estimate, seconds })
  }
  return estimates
}

/** A classifier of nominal against mixture rows gains little from more; its interval is honest about fewer. */
const MOST_ROWS = 10_000

/** The samples themselves, or at most MOST_ROWS of each with their scores. */
export function fewerRows(samples: Samples, seed: number): Samples {
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

/** What a model keeps of the estimates that its alpha came from: no times, so that its bytes depend on the data alone. */
export function evidenceOf(
  estimates: readonly (Estimate | Refusal)[],
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
