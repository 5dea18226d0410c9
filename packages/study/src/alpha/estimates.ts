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

/**
 * What runs by default: everything that these samples allow and that does not take long.
 *
 * @example
 * ```ts
 * const few = Float64Array.from({ length: 100 }, (_, i) => i)
 * usualEstimators({ nominal: few, mixture: few }).includes('km1-scores') // => true
 * const many = Float64Array.from({ length: 20_000 }, (_, i) => i)
 * usualEstimators({ nominal: many, mixture: many }).includes('km1-scores') // => false
 * ```
 */
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

/**
 * One estimate after the other, each as soon as it is made.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 500 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 5 === 0 ? 1000 + i : score))
 * const settings = { seed: 1, bootstrap: 0, confidence: 0.95 }
 * const { value } = await estimateEach(['storey'], { nominal, mixture }, settings, { listener: silent }).next()
 * value.alpha // => 0.1999…
 * ```
 */
export async function* estimateEach(
  names: readonly EstimatorName[],
  samples: RowsAndScores,
  settings: EstimateSettings,
  work: { readonly listener: Listener; readonly signal?: AbortSignal },
): AsyncGenerator<Estimate | NoEstimate> {
  const { listener, signal } = work
  const { seed, bootstrap, confidence } = settings
  const looks = lookedAt(samples, seed)
  for (const line of fewerWords(names, samples, looks)) listener.note(line)
  for (const name of names) {
    stopIfAborted(work)
    const onProgress = listener.progress(`estimating alpha (${name})`)
    const estimate = await estimateAlpha(name, looks(name), { seed, bootstrap, confidence, onProgress, signal })
    onProgress(1, 1)
    yield estimate
  }
}

/** Rows of each sample that a classifier of nominal against mixture rows learns from: it gains little from more, and its interval is honest about fewer. */
const MOST_ROWS = 5000
/** Scores of each sample, for the estimator that resamples its own resamples. */
const MOST_SCORES = 10_000
const RESAMPLING: EstimatorName = 'bt-patrasen'

/** What an estimator looks at: the samples, or where that would take minutes a part of them, drawn at random. */
export function lookedAt(samples: RowsAndScores, seed: number): (name: EstimatorName) => RowsAndScores {
  const parts = new Map<number, RowsAndScores>()
  return (name) => {
    const most = mostFor(name)
    const part = parts.get(most) ?? fewer(samples, most, seed)
    parts.set(most, part)
    return part
  }
}

function mostFor(name: EstimatorName): number {
  if (estimators[name].needs === 'rows') return MOST_ROWS
  return name === RESAMPLING ? MOST_SCORES : Number.POSITIVE_INFINITY
}

/** The samples themselves, or at most so many rows of each with their scores. */
function fewer(samples: RowsAndScores, most: number, seed: number): RowsAndScores {
  const { rows } = samples
  if (Math.max(samples.nominal.length, samples.mixture.length) <= most) return samples
  const part = (scores: Float64Array, table: Table | undefined, index: number) => {
    const { length } = scores
    const kept = drawRows(length, Math.min(most, length), deriveSeed(seed, 'rows to estimate on', index))
    return { scores: Float64Array.from(kept, (row) => scores[row]), table: table && selectRows(table, kept) }
  }
  const nominal = part(samples.nominal, rows?.nominal, 0)
  const mixture = part(samples.mixture, rows?.mixture, 1)
  if (nominal.table === undefined || mixture.table === undefined) {
    return { nominal: nominal.scores, mixture: mixture.scores }
  }
  const tables = { nominal: nominal.table, mixture: mixture.table }
  return { nominal: nominal.scores, mixture: mixture.scores, rows: tables }
}

/** Who looks at fewer rows than there are. */
function fewerWords(
  names: readonly EstimatorName[],
  samples: RowsAndScores,
  looks: (name: EstimatorName) => RowsAndScores,
): string[] {
  const on = new Map<number, EstimatorName[]>()
  for (const name of names) {
    if (looks(name) !== samples) on.set(mostFor(name), [...(on.get(mostFor(name)) ?? []), name])
  }
  return [...on].map(
    ([most, those]) =>
      `${those.join(', ')}: on at most ${most.toLocaleString('en')} rows of each sample, drawn at random`,
  )
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

/**
 * One estimate after the other, with the time each takes.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 500 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 5 === 0 ? 1000 + i : score))
 * const settings = { seed: 1, bootstrap: 0, confidence: 0.95 }
 * const [estimate] = await timedEstimates(['storey'], { nominal, mixture }, settings, silent)
 * estimate.name // => 'storey'
 * ```
 */
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
