import type * as internals from '@xenolith/core/internals'
import type { Kernel } from '../kernel.js'
import { fitDensityForest } from './fit.js'
import { scoreDensityForest } from './score.js'

export const densityForestKernel: Kernel<internals.Detectors['density-forest']> = {
  fit: fitDensityForest,
  score: scoreDensityForest,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model.forest,
}
