import { describeModel, type ModelFile } from '@xenolith/core'
import { certificateAnswer, certificateCard, renderReport } from '@xenolith/pages/report'
import { inPython } from '../session.js'
import type { Answer, Request } from './request.js'

/** Opens the bytes of a model file: a number to name it by, and what is in it. */
export const open: Request = ({ buffers }, session): Answer => {
  const model = session.open(buffers[0])
  return { fields: { model, ...summaryOf(session.model(model)) } }
}

export const close: Request = ({ header }, session): Answer => {
  session.forget(header.model)
  return { fields: {} }
}

/** What the other side keeps of a model besides its bytes. */
export function summaryOf(file: ModelFile): object {
  const { model, certificate, evidence, id, seed, version, settings, data, references } = file
  return {
    certificate: { ...certificateAnswer(certificate, evidence), notes: evidence.notes },
    card: inPython(certificateCard(certificate, evidence)),
    features: model.features,
    detector: { name: model.detector, description: describeModel(model) },
    id,
    keepsRows: references !== undefined,
    seed,
    version,
    settings,
    data,
  }
}

/** The report of a model, as HTML. `made` is the day that it bears. */
export const report: Request = ({ header }, session): Answer => {
  const file = session.model(header.model)
  const { model } = file
  const html = renderReport({
    ...file,
    detector: describeModel(model),
    features: [...model.features],
    data: [...file.data],
    alternatives: [...file.alternatives],
    made: header.made as string,
  })
  return { fields: {}, buffers: [new TextEncoder().encode(html)] }
}
