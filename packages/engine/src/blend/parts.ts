import type * as internals from '@xenolith/core/internals'
import { contrastKernel } from '../contrast/row.js'
import { memberKernel } from '../fusion/members.js'
import type { Kernel } from '../kernel.js'
import { ratioKernel } from '../ratio/row.js'

type Learner = 'contrast' | 'ratio'

export function isLearner(name: internals.PartName): name is Learner {
  return name === 'contrast' || name === 'ratio'
}

export function learnerKernel(name: Learner): Kernel {
  return (name === 'contrast' ? contrastKernel : ratioKernel) as unknown as Kernel
}

export function partKernel(name: internals.PartName): Kernel {
  return isLearner(name) ? learnerKernel(name) : memberKernel(name)
}
