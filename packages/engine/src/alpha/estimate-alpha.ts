import {
  estimateAlpha as coreEstimateAlpha,
  type Estimate,
  type EstimateOptions,
  type EstimatorName,
  type Refusal,
  type RowsAndScores,
} from '@xenolith/core'
import { compileKernels } from '../memory/kernels.js'
import { kernelFourier } from './fourier.js'
import { kernelForest } from './voting-forest.js'

/**
 * Core's `estimateAlpha`, bit for bit, with kernels where there are some: the regression of roc, the forests of c-ps, c-roc and spy. All work is done on the calling thread.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 500 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 5 === 0 ? 1000 + i : score))
 * const { alpha } = await estimateAlpha('storey', { nominal, mixture })
 * alpha // => 0.1999…
 * ```
 */
export async function estimateAlpha(
  name: EstimatorName,
  samples: RowsAndScores,
  options: EstimateOptions = {},
): Promise<Estimate | Refusal> {
  const module = await compileKernels()
  const kernels = { fourier: kernelFourier(module), forest: kernelForest(module) }
  return coreEstimateAlpha(name, samples, { kernels, ...options })
}
