import { expect } from '../errors.js'
import { report } from '../numeric/progress.js'
import { quantile } from '../numeric/quantile.js'
import { substream } from '../numeric/random.js'
import { bbe } from './bbe.js'
import { btPatraSen } from './bt-patrasen.js'
import { cPatraSen } from './c-ps.js'
import { cRoc } from './c-roc.js'
import {
  type Estimate,
  type EstimatorFacts,
  type EstimatorName,
  estimatorNames,
  type Method,
  type Refusal,
  type RowsAndScores,
  type Work,
} from './estimator.js'
import { km1, km1Scores, km2, km2Scores } from './kernel-mean.js'
import { roc } from './roc.js'
import { spy } from './spy.js'
import { storey } from './storey.js'

export interface EstimateOptions extends Work {
  readonly seed?: number
  /** Resamples for the interval; 0 or absent: none. */
  readonly bootstrap?: number
  /** Of the interval (default .95). */
  readonly confidence?: number
}

const methods: Readonly<Record<EstimatorName, Method>> = {
  'bt-patrasen': btPatraSen,
  'c-ps': cPatraSen,
  'c-roc': cRoc,
  roc,
  spy,
  km1,
  km2,
  'km1-scores': km1Scores,
  'km2-scores': km2Scores,
  bbe,
  storey,
}

/** What each estimator is, needs and is worth. */
export const estimators: Readonly<Record<EstimatorName, EstimatorFacts>> = methods

/** With fewer rows than this in a sample, nothing can be said. */
const FEWEST = 10
/** Progress is counted in these steps for the estimate, and one for each resample. */
const STEPS = 100

/**
 * Estimates alpha: a number in [0, 1], or a refusal with its reason. Never a bound. The same seed gives the same answer.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 500 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 5 === 0 ? 1000 + i : score))
 * const { alpha } = estimateAlpha('storey', { nominal, mixture })
 * alpha // => 0.1999…
 * ```
 */
export function estimateAlpha(
  name: EstimatorName,
  samples: RowsAndScores,
  options: EstimateOptions = {},
): Estimate | Refusal {
  const { seed = 1, bootstrap = 0, confidence = 0.95 } = options
  check(name, seed, bootstrap, confidence)
  const method = methods[name]
  const refused = reasonToRefuse(method, samples)
  if (refused !== null) return { name, alpha: null, reason: refused }
  const total = STEPS + bootstrap
  const prepared = method.prepare(samples, seed, {
    signal: options.signal,
    kernels: options.kernels,
    onProgress: (done, all) => options.onProgress?.(Math.floor((STEPS * done) / (all + 1)), total),
  })
  if (typeof prepared === 'string') return { name, alpha: null, reason: prepared }
  report(options, STEPS, total)
  const { alpha, again, reflected = false } = prepared
  if (bootstrap === 0) return { name, alpha, interval: null, guarantee: false }
  if (typeof again === 'string') {
    report(options, total, total)
    return { name, alpha, interval: null, note: again, guarantee: false }
  }
  const draws = new Float64Array(bootstrap)
  for (let b = 0; b < bootstrap; b++) {
    draws[b] = again(substream(seed, `alpha by ${name}, resampled`, b))
    report(options, STEPS + b + 1, total)
  }
  draws.sort()
  return { name, alpha, interval: around(alpha, draws, (1 - confidence) / 2, reflected), guarantee: false }
}

/** The percentiles of the ascending draws, or these turned about the estimate; in [0, 1] and with the estimate in it. */
function around(alpha: number, draws: Float64Array, tail: number, reflected: boolean): [number, number] {
  const low = quantile(draws, tail)
  const high = quantile(draws, 1 - tail)
  const [from, to] = reflected ? [2 * alpha - high, 2 * alpha - low] : [low, high]
  return [Math.max(0, Math.min(alpha, from)), Math.min(1, Math.max(alpha, to))]
}

function check(name: string, seed: number, bootstrap: number, confidence: number): void {
  const names: readonly string[] = estimatorNames
  expect(names.includes(name), 'bad-option', `the estimator must be one of ${names.join(', ')}; got ${name}`)
  expect(
    Number.isSafeInteger(seed) && seed >= 0,
    'bad-option',
    `seed must be a whole number of at least 0, got ${seed}`,
  )
  expect(
    Number.isSafeInteger(bootstrap) && bootstrap >= 0,
    'bad-option',
    `bootstrap must be a whole number of at least 0, got ${bootstrap}`,
  )
  expect(
    confidence > 0 && confidence < 1,
    'bad-confidence',
    `the confidence of an interval must lie between 0 and 1, got ${confidence}`,
  )
}

function reasonToRefuse({ needs, largest }: Method, { nominal, mixture, rows }: RowsAndScores): string | null {
  if (needs === 'rows' && rows === undefined) return 'it looks at the rows themselves, and there are only scores'
  const n0 = needs === 'rows' && rows !== undefined ? rows.nominal.rows : nominal.length
  const nm = needs === 'rows' && rows !== undefined ? rows.mixture.rows : mixture.length
  if (n0 < FEWEST || nm < FEWEST) return `it needs at least ${FEWEST} rows in each sample, got ${n0} and ${nm}`
  if (largest !== null && Math.max(n0, nm) > largest)
    return `it takes at most ${largest} rows per sample, for its cost is cubic; got ${n0} and ${nm}`
  return null
}
