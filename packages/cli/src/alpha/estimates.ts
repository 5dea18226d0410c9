import { type EstimatorName, estimatorNames } from '@xenolith/core'
import { InvalidArgumentError } from 'commander'
import { toNames } from '../options.js'

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
