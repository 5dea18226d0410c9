import { type EstimatorName, estimatorNames, type RowsAndScores } from '@xenolith/core'
import { type EstimateSettings, estimateEach, type TimedEstimate } from '@xenolith/study'
import { InvalidArgumentError } from 'commander'
import { toNames } from '../options.js'
import type { Terminal } from '../terminal.js'

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

/** One estimate after the other, with the time each takes. */
export async function timedEstimates(
  names: readonly EstimatorName[],
  samples: RowsAndScores,
  settings: EstimateSettings,
  listener: Terminal,
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
