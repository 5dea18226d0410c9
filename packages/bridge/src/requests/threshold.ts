import { gatherEvidence } from '@xenolith/core'
import { certificateAnswer, certificateCard } from '@xenolith/pages/report'
import { certifyScores, checkTerms, type Terms } from '@xenolith/study'
import { inPython } from '../session.js'
import { Refused } from './refused.js'
import type { Answer, Request } from './request.js'

/** A threshold and its certificate, from scores that another detector made. */
export const threshold: Request = async ({ header, buffers }, { listener }): Promise<Answer> => {
  const { terms, seed } = header as { readonly terms: Terms; readonly seed: number }
  checkTerms(terms, false, listener)
  const [nominal, mixture] = buffers.map(({ buffer }) => new Float64Array(buffer as ArrayBuffer))
  const answer = await certifyScores({ nominal, mixture }, terms, { seed, listener })
  if (answer.refused) throw new Refused(answer)
  const { certificate } = answer
  const { alpha, delta } = certificate
  const evidence = gatherEvidence({ nominal, mixture, alpha, delta: delta ?? 0.05, decision: certificate })
  return {
    fields: {
      certificate: certificateAnswer(certificate, evidence),
      card: inPython(certificateCard(certificate, evidence)),
    },
  }
}
