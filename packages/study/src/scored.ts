import type { Choice, Model, NominalScores, Table } from '@xenolith/core'

/** A detector with the scores of both samples. */
export interface Scored {
  readonly model: Model
  readonly nominal: Float64Array
  /** Where the nominal scores come from: what a certificate says of them depends on it. */
  readonly nominalScores: NominalScores
  readonly mixture: Float64Array
  /** The rows that were scored, in the order of the scores. */
  readonly rows: { readonly nominal: Table; readonly mixture: Table }
  /** Where these stand in the mixture, ascending, if a part of it was trained on instead; absent: all were scored. */
  readonly mixtureRows?: Int32Array
  /** Scores of rows that certify nothing, where there are some. */
  readonly pilot?: Pilot
  /** How the detector was chosen, if it was. */
  readonly choice?: Choice
}

/** Honest scores, by the same kind of detector, of rows that take no part in the certificate. */
export interface Pilot {
  readonly nominal: Float64Array
  /** Absent under a holdout of nominal rows alone: the whole mixture certifies. */
  readonly mixture?: Float64Array
}
