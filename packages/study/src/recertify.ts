import { type AuditLabels, type Certificate, certificateJson, certify, prepare, uncertified } from '@xenolith/core'
import { complement, methodOf } from '@xenolith/core/internals'

/** The scores that a certificate was made from. */
export interface CertificateScores {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  /** For a certificate that rests on labels. */
  readonly audit?: AuditLabels
}

/**
 * Makes a certificate again from its scores, with the terms that it states, and names the fields that come out differently: none, if these scores
 * give this certificate.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const answer = (await certifyScores({ nominal, mixture }, { alpha: 0.55, recall: 0.5, confidence: 0.8 })) as CertifiedScores
 * recertify(answer.certificate, { nominal, mixture }) // => []
 * recertify({ ...answer.certificate, tau: 0 }, { nominal, mixture }) // => [ 'tau' ]
 * ```
 */
export function recertify(certificate: Certificate, { nominal, mixture, audit }: CertificateScores): string[] {
  const samples = prepare(nominal, mixture)
  const { method, alpha, alphaSource, nominalScores, q } = certificate
  if (method === 'algorithm1' || method === 'algorithm1-isotonic') {
    const isotonic = method === 'algorithm1-isotonic'
    return differences(certificate, uncertified({ samples, alpha, alphaSource, nominalScores, q: q!, isotonic }))
  }
  const { restsOn, takesQ } = methodOf(method)
  const { aliensAtMost, separation, gates, eta, delta, looks } = certificate
  const known =
    restsOn === 'count'
      ? { aliensAtMost }
      : separation !== undefined
        ? { separation: { quantile: separation.quantile, rho: separation.rho } }
        : alphaSource === 'audit'
          ? {}
          : { alpha }
  const terms = {
    samples,
    method,
    // A bound that was handed over as a number is one that no certificate rests on.
    ...(alphaSource === 'bound' && separation === undefined ? {} : { alphaSource }),
    nominalScores,
    recall: complement(eta!),
    confidence: complement(delta!),
    ...known,
    ...(looks === undefined ? {} : { looks }),
    ...(gates === undefined ? {} : { gates }),
    ...(audit === undefined ? {} : { audit }),
  }
  const found = differences(certificate, certify(terms))
  // A q may have been asked for, or found: the certificate does not say which.
  if (found.length === 0 || !takesQ || q === null) return found
  const asked = differences(certificate, certify({ ...terms, q }))
  return asked.length < found.length ? asked : found
}

function differences(recorded: Certificate, made: Certificate): string[] {
  const [a, b] = [certificateJson(recorded), certificateJson(made)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((field) => ordered(a[field]) !== ordered(b[field]))
}

/** JSON in which fields stand in order: two that say the same are the same text. */
function ordered(value: unknown): string {
  return String(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ),
  )
}
