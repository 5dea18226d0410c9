import type { DetectorName } from '@xenolith/core'
import type * as internals from '@xenolith/core/internals'
import { blendKernel } from './blend/row.js'
import { contrastKernel } from './contrast/row.js'
import { densityForestKernel } from './density-forest/row.js'
import { fusedContrastKernel } from './fused-contrast/row.js'
import { fusionKernel } from './fusion/row.js'
import { gmmKernel } from './gmm/row.js'
import { forestKernel } from './iforest/row.js'
import type { Kernel } from './kernel.js'
import { knnKernel } from './knn/row.js'
import { lodaKernel } from './loda/row.js'
import { ratioKernel } from './ratio/row.js'

/** The kernels of every detector; null where core's own code does the work. */
const table: { readonly [Name in DetectorName]: Kernel<internals.Detectors[Name]> | null } = {
  iforest: forestKernel,
  loda: lodaKernel,
  knn: knnKernel,
  gmm: gmmKernel,
  fusion: fusionKernel,
  'density-forest': densityForestKernel,
  contrast: contrastKernel,
  ratio: ratioKernel,
  'fused-contrast': fusedContrastKernel,
  blend: blendKernel,
  softmax: null,
  given: null,
}

export function kernelOf(name: DetectorName): Kernel | null {
  return table[name] as unknown as Kernel | null
}
