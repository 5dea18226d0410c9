import { encodeModelFile, gatherEvidence, hasTerms, XenolithError } from '@xenolith/core'
import { certificateAnswer, certificateCard, describeCertificate, estimateLine } from '@xenolith/pages/report'
import { certifyScores, checkTerms, type DrawnData, study, type Terms, type Training } from '@xenolith/study'
import { askBack, forScoring, type Overviews, scoresElsewhere } from '../elsewhere.js'
import { inPython } from '../session.js'
import { type FitHeader, trainingData, trainingOf } from './fit.js'
import { summaryOf } from './models.js'
import { Refused } from './refused.js'
import type { Answer, Request } from './request.js'

const NONE = new Float64Array(0)

/** `threshold` for scores that are elsewhere. */
export const thresholdElsewhere: Request = async ({ header, buffers }, { listener }): Promise<Answer> => {
  const { terms, seed, overviews } = header as unknown as { terms: Terms; seed: number; overviews: Overviews }
  checkTerms(terms, false, listener)
  if (terms.alpha === 'auto') throw heldOnly('alpha auto')
  if (terms.isotonic) throw heldOnly('isotonic')
  const answer = await scoresElsewhere(overviews, buffers).ask(async (samples) => {
    const found = await certifyScores({ samples, nominal: NONE, mixture: NONE }, terms, { seed, listener })
    if (found.refused) return found
    const { certificate } = found
    const { alpha, delta } = certificate
    return { ...found, evidence: gatherEvidence({ samples, alpha, delta: delta ?? 0.05, decision: certificate }) }
  })
  if (answer.refused) throw new Refused(answer)
  const { certificate, evidence } = answer
  const words = hasTerms(certificate) ? describeCertificate(certificate, evidence) : [estimateLine(certificate)]
  return {
    fields: {
      certificate: certificateAnswer(certificate, evidence),
      card: inPython(certificateCard(certificate, evidence)),
      words: words.join('\n'),
    },
  }
}

function heldOnly(what: string): XenolithError {
  return new XenolithError('bad-option', `${what} reads every score: it takes scores that one machine holds`)
}

interface DrawnHeader extends FitHeader {
  /** Rows of both tables, of which those drawn are sent along. */
  readonly rows: { readonly nominal: number; readonly mixture: number }
  readonly trainRows: number
}

/** `fit` on drawn rows; all others are scored elsewhere. */
export const fitDrawn: Request = async (frame, session): Promise<Answer> => {
  const { terms, reading, seed, roles, rows, trainRows, keepRows, ...header } = frame.header as unknown as DrawnHeader
  const training = { ...trainingOf(header.training), trainRows } as Training
  checkTerms(terms, false, session.listener)
  const drawn = trainingData(frame, session.listener)
  const data: DrawnData = {
    ...drawn,
    audit: undefined,
    data: drawn.data?.map((print) => ({ ...print, rows: rows[print.role as keyof typeof rows] })),
    async score(model) {
      const { header, buffers } = askBack('score', {}, [encodeModelFile(forScoring(model))])
      return { ...scoresElsewhere(header.overviews as Overviews, buffers), close: async () => {} }
    },
  }
  const request = { terms, training, reading, seed, keepRows, id: roles.id }
  const outcome = await study(data, request, session)
  if (outcome.refused) throw new Refused(outcome)
  return { fields: summaryOf(outcome.file), buffers: [encodeModelFile(outcome.file)] }
}
