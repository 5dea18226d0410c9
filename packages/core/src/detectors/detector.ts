export { type Progress, report } from '../numeric/progress.js'

/** The answer of every `fit`. */
export interface Fit<Model> {
  readonly model: Model
  /** Scores of the training rows, out-of-bag wherever a row was left out of some part of the model. */
  readonly scores: Float64Array
  /** Rows that no part of the model left out; their scores are in-bag. */
  readonly inBagRows: number
}

/** Rows that are scored together: small enough for their block to stay in cache. */
export const BLOCK_ROWS = 1024

/** Sums of depths and log densities are taken in multiples of these units, so that they are exact and their order cannot matter. */
export function toUnit(x: number, unit: number): number {
  return Math.round(x / unit) * unit
}
