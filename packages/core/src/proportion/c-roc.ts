import { classifierMethod } from './classifier-scores.js'
import type { Method } from './estimator.js'
import { rocSlopeEstimate } from './roc-slope.js'

export const cRoc: Method = classifierMethod(
  'ROC slope of classifier votes',
  'A random forest of nominal against mixture rows; alpha from the least slope of the ROC curve of its out-of-bag votes, binomial bounds on both shares. Low when rows are few, now and then far too high. The interval holds the forest fixed and reaches high.',
  rocSlopeEstimate,
)
