import { describeModel, type ModelFile } from '@xenolith/core'
import { renderReport } from './report.js'
import type { SignatureFacts } from './signature.js'

/** The report of a model file; `made` is its day, so that the same day gives the same bytes. */
export function reportOfModel(
  file: ModelFile,
  { signature, made }: { readonly signature?: SignatureFacts; readonly made: Date },
): string {
  const { model } = file
  return renderReport({
    ...file,
    detector: describeModel(model),
    features: [...model.features],
    data: [...file.data],
    alternatives: [...file.alternatives],
    signature,
    made: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(made),
  })
}
