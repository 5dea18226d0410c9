import { isEstimate } from './algorithm1/estimates.js'
import type { Certificate, Certified, Conditional } from './certificate.js'

/** A certificate with the numbers of a promise, be it proved or conditional. */
export type Promised = Certified | Conditional

/** A promise is proved, or depends on an alpha that was only estimated, or there is none. */
export type Standing = 'proved' | 'conditional' | 'none'

export function standing({ certified, conditional, method, alphaSource, recall, delta }: Certificate): Standing {
  if (isEstimate(method) || recall === null || delta === null) return 'none'
  if (conditional !== undefined || (certified && alphaSource === 'estimate')) return 'conditional'
  return certified ? 'proved' : 'none'
}

/** Whether there are numbers of a promise; whether it is proved is another question. */
export function hasTerms(certificate: Certificate): certificate is Promised {
  return standing(certificate) !== 'none'
}

/** What a conditional promise depends on; null for any other certificate. */
export function conditionOf(certificate: Certificate): string | null {
  if (standing(certificate) !== 'conditional') return null
  return certificate.conditional ?? `alpha <= ${certificate.alpha}: estimated, not proved`
}
