import type {
  AlphaSource,
  AuditLabels,
  DataFingerprint,
  FitOptions,
  Method,
  Progress,
  Settings,
  Table,
} from '@xenolith/core'

/** The rows that a study is made of. */
export interface StudyData {
  readonly nominal: Table
  readonly mixture: Table
  /** The nominal category of each nominal row: then there is a detector for each. */
  readonly classes?: readonly string[]
  /** A name for each row of the mixture, for the list of the most alien ones. */
  readonly mixtureIds?: readonly (string | null)[]
  /** A name for each nominal row, by which rows for training are drawn; without, and without those of the mixture, its number. */
  readonly nominalIds?: readonly (string | null)[]
  /** What a person said of a random sample of the mixture. */
  readonly audit?: AuditLabels
  /** Which files the rows come from. */
  readonly data?: readonly DataFingerprint[]
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** The detector is chosen from several, on rows that do not certify. */
export interface AutoTraining {
  readonly detector: 'auto'
  /**
   * The share of both samples that certifies and has no part in training. Without, two thirds certify, and the
   * detector that the other third chose is trained on all rows.
   */
  readonly holdout?: number
  readonly trainRows?: undefined
}

/** How the detector is trained: its name and its own options, as `fit` takes them, or a choice among several. */
export type Training = FixedTraining | AutoTraining

/** A detector by its name. */
export type FixedTraining = Without<FitOptions, 'seed' | 'classes' | 'mixture' | 'folds' | keyof Progress> & {
  /** Hold this share of the nominal rows out of training and certify on it; of the mixture too, if the detector learns from it. */
  readonly holdout?: number
  /** Train on so many nominal rows, those with the smallest hashes of seed and id, and certify on all others. */
  readonly trainRows?: number
}

/** What is asked of the scores: a promise (recall and confidence), or Algorithm 1 alone (q). */
export interface Terms {
  /** The share of aliens in the mixture or an upper bound on it; `auto`: estimated. An audit can stand in for it. */
  readonly alpha?: number | 'auto'
  /** In place of alpha: so many rows of this mixture are alien, at most (method count). */
  readonly aliensAtMost?: number
  /** The same as a share of the rows of this mixture. */
  readonly alphaOfFile?: number
  /** In place of alpha: bounded from the data, assuming that aliens are at most `rho` times as likely as nominals to score below this nominal quantile. */
  readonly separation?: number
  /** Default 0: no alien scores so low. */
  readonly rho?: number
  /** Where a given alpha comes from (default: given). */
  readonly alphaSource?: AlphaSource
  readonly recall?: number
  readonly confidence?: number
  /** Default: exact, or audit where there is one. */
  readonly method?: Method
  readonly q?: number
  /** How often these rows have been asked for a promise, this time counted, where someone counts. Above 1 nothing is certified. */
  readonly looks?: number
  /** Read the threshold of Algorithm 1 off the isotonised CDF. */
  readonly isotonic?: boolean
}

/** A request that names its detector. */
export type FixedRequest = Omit<StudyRequest, 'training'> & { readonly training?: FixedTraining }

/** Everything that decides what comes out, besides the rows. */
export interface StudyRequest {
  readonly terms: Terms
  /** Default: a choice from the data (`auto`). Options without the name of a detector are those of the isolation forest. */
  readonly training?: Training
  /** This share of both samples, drawn at random, is left for looking at: the rest alone certifies. */
  readonly pilot?: number
  /** Default 1: the same seed gives the same bytes. */
  readonly seed?: number
  /** The column that names rows. */
  readonly id?: string
  /** Nominal rows that the model keeps to show beside alarms; 0 keeps none. Default 1000, fewer of wide tables. */
  readonly keepRows?: number
  /** How the tables were read, for the record: whoever refits the model reads them the same way. */
  readonly reading?: Settings
}
