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

/** What a detector that learns from the mixture too gives: cross-fitted scores of both samples, empty where they are not wanted. */
export function crossFitted<Model>(
  {
    model,
    scores,
    mixtureScores,
    ...rest
  }: Required<Pick<Fitted<Model>, 'model' | 'scores' | 'mixtureScores'>> & Pick<Fitted<Model>, 'scored'>,
  { outOfBag }: Wanted,
): Fitted<Model> {
  const empty = new Float64Array(0)
  const own = outOfBag ? { scores, mixtureScores } : { scores: empty, mixtureScores: empty }
  return { model, ...rest, ...own, inBag: [], otherScores: [] }
}
