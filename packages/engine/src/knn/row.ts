import type * as internals from '@xenolith/core/internals'
import type { Kernel } from '../kernel.js'
import { fitKnn } from './fit.js'
import { scoreKnn } from './score.js'

export const knnKernel: Kernel<internals.Detectors['knn']> = {
  fit: fitKnn,
  score: scoreKnn,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model.references,
}
