import { DEFAULT_DETECTOR } from '@xenolith/core'
import type { StudyRequest, Training } from './request.js'

/** What a study takes if no detector is named. */
export const DEFAULT_CHOICE = 'auto'

/**
 * The request with its detector named: without a name the choice from the data. Options without a name are those of the
 * isolation forest, and rows that are drawn for training leave nothing to choose by.
 *
 * @example
 * ```ts
 * const terms = { alpha: 0.1, recall: 0.9, confidence: 0.95 }
 * withDetectorNamed({ terms }).training!.detector // => 'auto'
 * withDetectorNamed({ terms, training: { trees: 50 } }).training!.detector // => 'iforest'
 * ```
 */
export function withDetectorNamed(request: StudyRequest): StudyRequest {
  const { training = {} } = request
  if (training.detector !== undefined) return request
  const { detector: _, holdout, ...options } = training
  const plain = Object.values(options).every((value) => value === undefined)
  const detector = plain ? DEFAULT_CHOICE : DEFAULT_DETECTOR
  return { ...request, training: { detector, ...(plain ? { holdout } : training) } as Training }
}
