import { describeModel, type ModelFile } from '@xenolith/core'
import { renderReport } from './report.js'
import type { SignatureFacts } from './signature.js'

/**
 * The report of a model file; `made` is its day, so that the same day gives the same bytes.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const samples = prepare(nominal, mixture)
 * const certificate = certify({ samples, alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const evidence = gatherEvidence({ samples, alpha: 0.55, delta: 0.2, decision: certificate })
 * const table = numericTable([[0], [1], [2], [3]])
 * const { model } = fit(table, { trees: 10 })
 * const record = { version: '1.0.0', seed: 1, id: null, data: [], alternatives: [] }
 * const page = reportOfModel({ model, certificate, evidence, ...record }, { made: new Date('2026-01-31') })
 * page.startsWith('<!doctype html>') // => true
 * ```
 */
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
