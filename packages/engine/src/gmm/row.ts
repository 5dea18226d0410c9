import type * as internals from '@xenolith/core/internals'
import type { Kernel } from '../kernel.js'
import { fitGmm } from './fit.js'
import { scoreGmm } from './score.js'

export const gmmKernel: Kernel<internals.Detectors['gmm']> = {
  fit: fitGmm,
  score: scoreGmm,
  readsAsIs: () => false,
  scoresFasterWhole: () => true,
  openAs: (model) => model.mixture,
}
