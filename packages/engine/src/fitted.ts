import type { Table } from '@xenolith/core'

/** What is wanted of a fit. */
export interface Wanted {
  readonly keepModel: boolean
  readonly outOfBag: boolean
  /** Further tables, aligned with the nominal one, that every part of the model judges while it is at hand. */
  readonly others: readonly Table[]
}

/** What the kernels give. */
export interface Fitted<Model> {
  /** Absent if it was not to be kept. */
  readonly model?: Model
  readonly scores: Float64Array
  /** Rows that no part of the model left out: their scores are still to be made by the whole model. */
  readonly inBag: readonly number[]
  readonly otherScores: readonly Float64Array[]
  /** As in core's Fit, of a detector that learns from the mixture too. */
  readonly mixtureScores?: Float64Array
  readonly scored?: Int32Array
}
