import type { Choice, Model, NominalScores, Table } from '@xenolith/core'
import type { Chosen, Fitted } from './auto/fit-candidates.js'

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
  /** How many of these rows chose the detector, the first in the order in which a pilot is drawn; absent: none. */
  readonly choosing?: { readonly nominal: number; readonly mixture: number }
  /** How the detector was chosen, if it was. */
  readonly choice?: Choice
  /** What it was chosen from: whoever asks again at other terms need not fit it again. */
  readonly compared?: { readonly fitted: Fitted; readonly chosen: Chosen }
}

/** Honest scores, by the same kind of detector, of rows that take no part in the certificate. */
export interface Pilot {
  readonly nominal: Float64Array
  /** Absent under a holdout of nominal rows alone: the whole mixture certifies. */
  readonly mixture?: Float64Array
}
