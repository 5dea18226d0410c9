import type { OrderedSample } from '../../cdf/ordered-sample.js'
import type { Refused } from '../method.js'

/** Refused because a share of aliens below alpha could hide under the only thresholds that alpha itself would certify. */
export function tooFewNominalsBelow(
  nominal: OrderedSample,
  tau: number,
  eta: number,
  epsilon: number,
): Omit<Refused, 'alpha' | 'spent' | 'needed'> {
  const share = Number((nominal.countAtMost(tau) / nominal.length).toPrecision(4))
  return {
    certified: false,
    reason: `only ${share} of the nominals score at or below the threshold ${tau}: if fewer than alpha are alien, more than ${eta} of them may do so too`,
    epsilon,
    attainable: { recall: null },
  }
}
