import type * as internals from '@xenolith/core/internals'
import { densityForestKernel } from '../density-forest/row.js'
import { gmmKernel } from '../gmm/row.js'
import { forestKernel } from '../iforest/row.js'
import type { Kernel } from '../kernel.js'
import { knnKernel } from '../knn/row.js'
import { lodaKernel } from '../loda/row.js'

type Members = internals.MemberTypes

const kernels: { readonly [Name in keyof Members]: Kernel<Members[Name]> } = {
  iforest: forestKernel,
  'density-forest': densityForestKernel,
  loda: lodaKernel,
  knn: knnKernel,
  gmm: gmmKernel,
}

export function memberKernel(name: keyof Members): Kernel {
  return kernels[name] as unknown as Kernel
}
