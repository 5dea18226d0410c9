import { type Certificate, certify, hasTerms, type NominalScores, type Samples } from '@xenolith/core'

/** From the loosest to the sharpest. */
const ORDER: readonly string[] = ['theorem1', 'dkw', 'exact']

/** What bands and the papers' theorem make of the same data and terms, beside a sharper certificate. */
export function otherMethods(
  certificate: Certificate,
  scores: { readonly samples: Samples; readonly nominalScores: NominalScores },
): Certificate[] {
  if (!hasTerms(certificate) || certificate.method === 'audit') return []
  const { method, alpha, alphaSource, recall, delta } = certificate
  const confidence = Number((1 - delta).toPrecision(15))
  const terms = { ...scores, alpha, alphaSource, recall, confidence }
  const others = (['dkw', 'theorem1'] as const).filter((other) => ORDER.indexOf(method) > ORDER.indexOf(other))
  return others.map((other) => certify({ ...terms, method: other }))
}
