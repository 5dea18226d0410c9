import { type Certificate, certify, hasTerms, methodOf, type NominalScores, type Samples } from '@xenolith/core'

/** What bands and the papers' theorem make of the same data and terms, beside a sharper certificate. */
export function otherMethods(
  certificate: Certificate,
  scores: { readonly samples: Samples; readonly nominalScores: NominalScores },
): Certificate[] {
  if (!hasTerms(certificate)) return []
  const { method, alpha, alphaSource, recall, delta } = certificate
  const confidence = Number((1 - delta).toPrecision(15))
  const terms = { ...scores, alpha, alphaSource, recall, confidence }
  return methodOf(method).looser.map((other) => certify({ ...terms, method: other }))
}
