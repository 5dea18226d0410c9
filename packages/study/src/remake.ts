import { certifyDrawn, type NominalRanks, XenolithError } from '@xenolith/core'
import { type CarriedScores, readCertificate } from '@xenolith/core/internals'
import { type CertificateScores, recertify } from './recertify.js'

/** What came of making a certificate again. */
export interface Remade {
  readonly same: boolean
  /** What is wrong. */
  readonly words?: string
}

/**
 * Makes the certificate of a bundle, as JSON has it, again from the scores that it carries; null where there are none.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const answer = (await certifyScores({ nominal, mixture }, { alpha: 0.55, recall: 0.5, confidence: 0.8 })) as CertifiedScores
 * const base64 = (scores: Float64Array) => btoa(String.fromCharCode(...new Uint8Array(scores.buffer)))
 * const carried = { kind: 'samples' as const, nominal: base64(nominal), mixture: base64(mixture) }
 * remake(certificateJson(answer.certificate), carried) // => { same: true }
 * remake(certificateJson(answer.certificate), null) // => null
 * ```
 */
export function remake(certificate: Readonly<Record<string, unknown>>, scores: CarriedScores | null): Remade | null {
  if (scores === null) return null
  try {
    const different = scores.kind === 'drawn' ? redraw(certificate, scores) : fromSamples(certificate, scores)
    const words = `its scores give another certificate: different ${different.join(', ')}`
    return different.length === 0 ? { same: true } : { same: false, words }
  } catch (error) {
    if (!(error instanceof XenolithError)) throw error
    return { same: false, words: `its scores give no such certificate: ${error.message}` }
  }
}

function fromSamples(
  certificate: Readonly<Record<string, unknown>>,
  scores: CarriedScores & { kind: 'samples' },
): string[] {
  return recertify(readCertificate(certificate), {
    nominal: doubles(scores.nominal),
    mixture: doubles(scores.mixture),
    ...(scores.audit === undefined ? {} : { audit: scores.audit as CertificateScores['audit'] }),
  })
}

function redraw(certificate: Readonly<Record<string, unknown>>, scores: CarriedScores & { kind: 'drawn' }): string[] {
  const again = certifyDrawn({
    scores: [...doubles(scores.scores)],
    verdicts: scores.verdicts as ('alien' | 'nominal' | 'unsure')[],
    recall: certificate.recall as number,
    confidence: Number((1 - (certificate.delta as number)).toPrecision(15)),
    attempt: scores.attempt,
    ranks: scores.ranks as NominalRanks,
  }) as unknown as Record<string, unknown>
  return [...new Set([...Object.keys(again), ...Object.keys(certificate)])].filter(
    (field) => JSON.stringify(again[field]) !== JSON.stringify(certificate[field]),
  )
}

function doubles(text: string): Float64Array {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  return Float64Array.from({ length: bytes.length >> 3 }, (_, i) => view.getFloat64(8 * i, true))
}
