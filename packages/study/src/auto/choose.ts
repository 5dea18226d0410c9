import type { Estimated } from './estimate.js'

/**
 * Of the candidates whose false alarms are not clearly above the least (at most one standard deviation of the difference) the
 * one to which the mixture is the most surprising; of several such the simplest. Candidates stand from the simplest on.
 */
export function chooseAmong(estimates: readonly Estimated[]): number {
  const least = Math.min(...estimates.map(({ falseAlarmRate }) => falseAlarmRate))
  const possible = estimates.map(({ falseAlarmRate, excessDeviation }) => falseAlarmRate <= least + excessDeviation)
  const most = Math.max(...estimates.filter((_, c) => possible[c]).map(({ surprisal }) => surprisal))
  return estimates.findIndex(({ surprisal }, c) => possible[c] && surprisal === most)
}
