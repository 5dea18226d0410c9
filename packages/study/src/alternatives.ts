import { type Certificate, certify, hasTerms, type NominalScores, type Samples } from '@xenolith/core'
import { methodOf } from '@xenolith/core/internals'

/** What bands and the papers' theorem make of the same data and terms, beside a sharper certificate. */
export function otherMethods(
  certificate: Certificate,
  scores: { readonly samples: Samples; readonly nominalScores: NominalScores },
): Certificate[] {
  // Not beside a bound on alpha that spent a part of delta: at the whole of it the comparison would say more than it proves.
  if (!hasTerms(certificate) || certificate.separation !== undefined) return []
  const { method, alpha, alphaSource, recall, delta, looks } = certificate
  const confidence = Number((1 - delta).toPrecision(15))
  const terms = { ...scores, alpha, alphaSource, recall, confidence, looks }
  return methodOf(method).looser.map((other) => certify({ ...terms, method: other }))
}
