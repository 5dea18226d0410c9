import type * as internals from '@xenolith/core/internals'
import type { Kernel } from '../kernel.js'
import { fitLoda } from './fit.js'
import { scoreLoda } from './score.js'

export const lodaKernel: Kernel<internals.Detectors['loda']> = {
  fit: fitLoda,
  score: scoreLoda,
  readsAsIs: () => false,
  scoresFasterWhole: () => false,
  openAs: (model) => model.projections,
}
