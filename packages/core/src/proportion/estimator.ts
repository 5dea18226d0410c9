import type { Table } from '../data/table.js'
import type { Progress } from '../numeric/progress.js'
import type { Random } from '../numeric/random.js'
import type { VotingForestMaker } from '../trees/voting-forest.js'
import type { FourierMaker } from './fourier-features.js'

/** The nine of the journal paper (kernel means on features and on scores), best bin estimation, and Storey's as a cheap baseline. */
export const estimatorNames = [
  'bt-patrasen',
  'c-ps',
  'c-roc',
  'roc',
  'spy',
  'km1',
  'km2',
  'km1-scores',
  'km2-scores',
  'bbe',
  'storey',
] as const

export type EstimatorName = (typeof estimatorNames)[number]

/** What an estimator may look at. Rows are absent when the user brings scores alone. */
export interface RowsAndScores {
  /** Scores of the nominal rows, out-of-bag or held out, in the order of the rows. */
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly rows?: { readonly nominal: Table; readonly mixture: Table }
}

/** An estimate of alpha: never a bound, and it says so. */
export interface Estimate {
  readonly name: EstimatorName
  readonly alpha: number
  /** A bootstrap interval around the estimate; null when none was asked for, or none can be had in reasonable time. */
  readonly interval: readonly [number, number] | null
  /** Why there is no interval though one was asked for. */
  readonly note?: string
  readonly guarantee: false
}

/** No estimate, and why: too many rows for the method, no rows at all, nothing that varies. */
export interface Refusal {
  readonly name: EstimatorName
  readonly alpha: null
  readonly reason: string
}

/** What a user should know of an estimator. */
export interface EstimatorFacts {
  readonly title: string
  /** Scores alone, or the rows behind them as well. */
  readonly needs: 'scores' | 'rows'
  /** Rows per sample it can take; null: as many as fit in memory. */
  readonly largest: number | null
  readonly about: string
}

/** Faster parts in place of core's own, with the same answers bit for bit: those of @xenolith/engine. */
export interface EstimatorKernels {
  readonly forest?: VotingForestMaker
  readonly fourier?: FourierMaker
}

/** What comes with the work besides the data. */
export interface Work extends Progress {
  readonly kernels?: EstimatorKernels
}

/** One estimator. */
export interface Method extends EstimatorFacts {
  /** Does what is done once for the samples; a string is the reason why nothing can be estimated. */
  prepare(samples: RowsAndScores, seed: number, work: Work): Prepared | string
}

export interface Prepared {
  readonly alpha: number
  /** The estimate on a bootstrap resample, fitted classifiers held fixed; a string is the reason why there is none. */
  readonly again: ((random: Random) => number) | string
  /** Whether the interval is turned about the estimate: for an estimator whose own scatter leans to one side. */
  readonly reflected?: boolean
}
