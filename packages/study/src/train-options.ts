import { DEFAULT_DETECTOR, type FitOptions, type Progress } from '@xenolith/core'
import type { Work } from './listener.js'
import type { FixedRequest } from './request.js'

/** The options of `fit` that were asked for. */
export function optionsOf({ training = {}, seed = 1 }: FixedRequest): FitOptions {
  const { holdout: _, trainRows: __, ...options } = training
  return { ...options, seed } as FitOptions
}

export function progressOf({ training = {} }: FixedRequest, { listener, signal }: Work): Progress {
  return { onProgress: listener.progress(`training (${training.detector ?? DEFAULT_DETECTOR})`), signal }
}
