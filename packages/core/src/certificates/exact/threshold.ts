import type { Samples } from '../../cdf/samples.js'
import type { Schedule } from '../walk/schedule.js'
import { type WalkThreshold, walkThreshold } from '../walk/threshold.js'
import { exactPValueAt } from './rank-test.js'

export interface ExactInput {
  readonly samples: Samples
  /** The share of aliens, or an upper bound on it. */
  readonly alpha: number
  readonly eta: number
  /** Fixed before alpha, where alpha is read off the same data. */
  readonly schedule: Schedule
}

/** The largest threshold that the exact tests certify. */
export function exactThreshold({ samples, alpha, eta, schedule }: ExactInput): WalkThreshold {
  const n0 = samples.nominal.length
  const nm = samples.mixture.length
  return walkThreshold(samples, schedule, (k, bm, level) => exactPValueAt({ k, n0, bm, nm, alpha, eta }, level))
}
