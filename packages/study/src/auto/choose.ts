import type { Estimated } from './estimate.js'

/**
 * The simplest candidate whose false alarms are not clearly above the least: at most one standard deviation of the
 * difference. Candidates stand from the simplest on.
 */
export function chooseAmong(estimates: readonly Estimated[]): number {
  const least = Math.min(...estimates.map(({ falseAlarmRate }) => falseAlarmRate))
  return estimates.findIndex(({ falseAlarmRate, excessDeviation }) => falseAlarmRate <= least + excessDeviation)
}
