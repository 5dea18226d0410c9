import { expect } from '../errors.js'
import type { Progress } from '../numeric/progress.js'
import {
  type DetectorName,
  type Detectors,
  detectorNames,
  detectorOf,
  isDetectorName,
  type LearningName,
  learnsFromMixture,
} from './table.js'

/** The detector that `fit` takes if none is named. */
export const DEFAULT_DETECTOR = 'iforest'

/** The options of every detector that learns. */
export interface LearningOptions {
  /** Where random numbers start (default 1): the same seed gives the same bytes. */
  readonly seed?: number
  /** The nominal category of each row, for one detector per category. */
  readonly classes?: readonly string[]
}

type Named<Name extends DetectorName> = Name extends typeof DEFAULT_DETECTOR
  ? { readonly detector?: Name }
  : { readonly detector: Name }

/** Options of the detectors that learn. */
export type FittedOptions = {
  [Name in LearningName]: Named<Name> & Detectors[Name]['options'] & LearningOptions & Progress
}[LearningName]

export type FitOptions =
  | FittedOptions
  | {
      [Name in Exclude<DetectorName, LearningName>]: Named<Name> & Detectors[Name]['options'] & Progress
    }[Exclude<DetectorName, LearningName>]

/** Whether these are options of a detector that learns. */
export function areOfLearner(options: FitOptions): options is FittedOptions {
  return detectorOf(options.detector ?? DEFAULT_DETECTOR).learns
}

/** Refuses a detector that does not exist and a seed that is none. */
export function checkOptions(options: FitOptions): void {
  const { detector = DEFAULT_DETECTOR } = options
  expect(isDetectorName(detector), 'bad-option', `detector must be one of ${detectorNames.join(', ')}; got ${detector}`)
  if (!areOfLearner(options)) return
  const { seed = 1, classes } = options
  expect(
    classes === undefined || !learnsFromMixture(detector),
    'bad-option',
    `${detector} cannot be one detector for each class: the mixture it learns from has no classes`,
  )
  expect(
    Number.isSafeInteger(seed) && seed >= 0,
    'bad-option',
    `seed must be a whole number of at least 0, got ${seed}`,
  )
}
