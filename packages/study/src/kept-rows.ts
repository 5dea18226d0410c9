import { drawReferences, type Model, type ReferenceRows, type Table } from '@xenolith/core'
import { detectorOf } from '@xenolith/core/internals'
import type { StudyRequest } from './request.js'

/** The nominal rows that a model keeps to show beside alarms; none where its features are what another program made of the rows. */
export function keptRows(
  model: Model,
  nominal: Table,
  { seed = 1, keepRows }: StudyRequest,
): ReferenceRows | undefined {
  const learns = model.detector === 'per-class' || detectorOf(model.detector).learns
  return learns ? drawReferences(nominal, model.features, seed, keepRows) : undefined
}
