import type { NominalRanks } from '../cdf/nominal-ranks.js'

/**
 * The empirical CDFs on at most a few hundred scores, ascending. `fa` may leave [0, 1] and fall; `faIsotonic` is the legal CDF
 * nearest to it. Both are that of the labelled aliens where there are `labelled` of them and labels alone carry the promise.
 */
export interface Curves {
  readonly score: readonly number[]
  readonly f0: readonly number[]
  readonly fm: readonly number[]
  readonly fa: readonly number[]
  readonly faIsotonic: readonly number[]
  readonly labelled?: number
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

/** Why a row looks alien: a feature, its value, and by how much the score would fall were the value unknown. */
export interface Reason {
  readonly feature: string
  readonly value: string | number | null
  readonly gain: number
  /** Of a number: the share of nominal values below it; 0 and 1 mean below and above all of them. */
  readonly position?: number
  /** Of a category, or of a missing value: the share of nominal rows that have it too. */
  readonly share?: number
  /** What the nominal row has that is most like the whole row; absent where no nominal rows are at hand. */
  readonly nearest?: string | number | null
}

/** Some rows of the mixture; cells are text, numbers or null (missing). `row` counts from 1. */
export interface TopRows {
  readonly columns: readonly string[]
  readonly row: readonly number[]
  readonly score: readonly number[]
  readonly cells: readonly (readonly (string | number | null)[])[]
  /** How many rows of the mixture have the same cells, this one included; absent where nobody counted. */
  readonly copies?: readonly number[]
  /** The strongest reasons for each score, the largest gain first; absent where nobody asked. */
  readonly why?: readonly (readonly Reason[])[]
  /** The nominal row that is most like each, from 1, among those that the model keeps; absent where it keeps none. */
  readonly nearest?: readonly number[]
}

/**
 * What the same data say if alpha is another than the one the certificate was made with. `lowerBound` is certified, with
 * `confidence`: below it the data refute alpha. `recall` and `promised` are about the threshold of the certificate, the
 * rest about the threshold had that alpha been given.
 */
export interface Sensitivity {
  readonly lowerBound: number
  readonly confidence: number
  /** Ascending; the certificate's own is among them, as are those 10 and 20 % below and above (up to 1). */
  readonly alpha: readonly number[]
  /** The estimated share of aliens that alarm, were this the true alpha. */
  readonly recall: readonly number[]
  /** The largest recall that the data support at the certificate's confidence; null where there is none. */
  readonly promised: readonly (number | null)[]
  /** Null: nothing short of alarming on everything would do. */
  readonly tau: readonly (number | null)[]
  readonly falseAlarmRate: readonly number[]
  readonly alarmRate: readonly number[]
}

/** Where an estimated alpha comes from: every estimate that was made, or why not, and the one that was followed. */
export interface AlphaEvidence {
  /** The bootstrap intervals were made to hold the estimate with this confidence. */
  readonly confidence: number
  readonly recommended: {
    readonly name: string
    readonly alpha: number
    readonly upper: number
    readonly reason: string
  }
  readonly estimates: readonly AlphaEstimate[]
}

export type AlphaEstimate =
  | { readonly name: string; readonly alpha: number; readonly interval: readonly [number, number] | null }
  | { readonly name: string; readonly alpha: null; readonly reason: string }

/** How the detector was chosen among several, on rows that have no part in the certificate. */
export interface Choice {
  /** The name of the candidate that was taken. */
  readonly chosen: string
  readonly reason: string
  /** What the candidates were compared at; null where nothing was compared. */
  readonly alpha: number | null
  readonly recall: number | null
  /** Rows that trained the candidates and chose among them, and rows that certify. */
  readonly rows: {
    readonly choosing: { readonly nominal: number; readonly mixture: number }
    readonly certifying: { readonly nominal: number; readonly mixture: number }
  }
  /** From the simplest on. */
  readonly candidates: readonly {
    readonly name: string
    /** The estimated false alarm rate around that recall, and its standard deviation. */
    readonly falseAlarmRate: number
    readonly deviation: number
    /** The mean over the mixture of minus the log of the share of nominal rows that score higher. Absent from older files. */
    readonly surprisal?: number
  }[]
}

/** What a certificate was read off, small enough to travel inside a model file and to draw a report from. */
export interface Evidence {
  readonly curves: Curves
  readonly histogram: Histogram
  readonly tradeoff: Tradeoff
  readonly sampleSizes: SampleSizes
  /** The highest-scoring rows. */
  readonly topRows: TopRows | null
  /** The rows whose scores are nearest to the threshold. */
  readonly nearRows?: TopRows
  /** What stood out in the files before anything was fitted, in sentences. */
  readonly notes?: readonly string[]
  /** Absent from older files, and where labels rather than alpha carry the promise. */
  readonly sensitivity?: Sensitivity
  /** Present when alpha was estimated. */
  readonly estimates?: AlphaEvidence
  /** Present when the detector was chosen from data. */
  readonly choice?: Choice
  /** Nominal scores at fixed ranks, against which a stream is watched. Absent from older files. */
  readonly ranks?: NominalRanks
}
