import type { PerClassModel } from './per-class/per-class.js'
import type { DetectorName, Detectors, LearningName } from './table.js'

/** A detector that learned from nominal rows. */
export type FittedModel = Detectors[LearningName]['model']

/** Any model: plain data, nothing else. */
export type Model = Detectors[DetectorName]['model'] | PerClassModel<FittedModel>
