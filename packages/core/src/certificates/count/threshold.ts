import type { Samples } from '../../cdf/samples.js'
import type { Schedule } from '../walk/schedule.js'
import { type WalkThreshold, walkThreshold } from '../walk/threshold.js'
import { countPValue } from './count-test.js'

export interface CountInput {
  readonly samples: Samples
  /** How many of the mixture rows are alien, at most; 1 .. nm. */
  readonly aliens: number
  readonly eta: number
  /** Fixed before the number of aliens, where that is read off the same data. */
  readonly schedule: Schedule
}

/** The largest threshold certified when at most so many rows of the mixture are alien. */
export function countThreshold({ samples, aliens, eta, schedule }: CountInput): WalkThreshold {
  const n0 = samples.nominal.length
  const nm = samples.mixture.length
  return walkThreshold(samples, schedule, (k, bm) => countPValue({ k, n0, bm, nm, aliens, eta }))
}
