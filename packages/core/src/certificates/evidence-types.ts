/** The empirical CDFs on at most a few hundred scores, ascending. `fa` may leave [0, 1] and fall; `faIsotonic` is the legal CDF nearest to it. */
export interface Curves {
  readonly score: readonly number[]
  readonly f0: readonly number[]
  readonly fm: readonly number[]
  readonly fa: readonly number[]
  readonly faIsotonic: readonly number[]
}

/** Shares of each sample between consecutive `edges` (one more edge than shares). */
export interface Histogram {
  readonly edges: readonly number[]
  readonly nominal: readonly number[]
  readonly mixture: readonly number[]
}

/** What each choice of q would cost: threshold (null: everything alarms), false alarm rate, share of the mixture that alarms. */
export interface Tradeoff {
  readonly q: readonly number[]
  readonly tau: readonly (number | null)[]
  readonly falseAlarmRate: readonly number[]
  readonly alarmRate: readonly number[]
}

/** Theorem 1: how many rows (in each sample) an epsilon takes. */
export interface SampleSizes {
  readonly epsilon: readonly number[]
  readonly n: readonly number[]
}

/** The highest-scoring mixture rows; cells are text, numbers or null (missing). `row` counts from 1. */
export interface TopRows {
  readonly columns: readonly string[]
  readonly row: readonly number[]
  readonly score: readonly number[]
  readonly cells: readonly (readonly (string | number | null)[])[]
}

/** What a certificate was read off, small enough to travel inside a model file and to draw a report from. */
export interface Evidence {
  readonly curves: Curves
  readonly histogram: Histogram
  readonly tradeoff: Tradeoff
  readonly sampleSizes: SampleSizes
  readonly topRows: TopRows | null
}
