import {
  estimateAlpha as coreEstimateAlpha,
  type Estimate,
  type EstimateOptions,
  type EstimatorName,
  type Refusal,
  type Samples,
} from '@xenolith/core'
import { kernelFourier } from './fourier.js'
import { compileKernels } from './kernels.js'

/** Core's `estimateAlpha`, bit for bit, with kernels where there are some: roc. All work is done on the calling thread. */
export async function estimateAlpha(
  name: EstimatorName,
  samples: Samples,
  options: EstimateOptions = {},
): Promise<Estimate | Refusal> {
  const module = await compileKernels()
  return coreEstimateAlpha(name, samples, { kernels: { fourier: kernelFourier(module) }, ...options })
}
