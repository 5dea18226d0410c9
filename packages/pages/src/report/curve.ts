import type { Curves } from '@xenolith/core'

/** A threshold as the two estimated curves know it. */
export interface CurvePoint {
  readonly falseAlarmRate: number
  /** The estimated share of aliens that alarm. */
  readonly recall: number
}

/** Recall against false alarms, by rising threshold; the alien curve is the isotonised one, which is a legal distribution. */
export function curvePoints({ f0, faIsotonic }: Curves): CurvePoint[] {
  return f0.map((below, i) => ({ falseAlarmRate: 1 - below, recall: 1 - faIsotonic[i] }))
}

/**
 * The fewest false alarms at which this detector finds `recall` of the aliens, as estimated: what someone who knew the alien
 * curve would choose. Null when no threshold below "everything alarms" does.
 */
export function cheapest(points: readonly CurvePoint[], recall: number): CurvePoint | null {
  return points.findLast((point) => point.recall >= recall - 1e-12) ?? null
}

/** The most recall that this detector has with at most so many false alarms, as estimated. */
export function mostRecall(points: readonly CurvePoint[], falseAlarmRate: number): CurvePoint | null {
  return points.find((point) => point.falseAlarmRate <= falseAlarmRate) ?? null
}
