import { isEstimate } from './algorithm1/estimates.js'
import type { Certificate, Certified, Conditional } from './certificate.js'

/** A certificate with the numbers of a promise, proved or conditional. */
export type Promised = Certified | Conditional

/** A promise is proved, or depends on an alpha that was only estimated, or there is none. */
export type Standing = 'proved' | 'conditional' | 'none'

/**
 * @example
 * ```ts
 * standing(uncertified({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9], alpha: 0.5, q: 0.1 })) // => 'none'
 * ```
 */
export function standing({ certified, conditional, method, alphaSource, recall, delta }: Certificate): Standing {
  if (isEstimate(method) || recall === null || delta === null) return 'none'
  if (conditional !== undefined || (certified && alphaSource === 'estimate')) return 'conditional'
  return certified ? 'proved' : 'none'
}

/**
 * Whether there are numbers of a promise; whether it is proved is another question.
 *
 * @example
 * ```ts
 * hasTerms(uncertified({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9], alpha: 0.5, q: 0.1 })) // => false
 * ```
 */
export function hasTerms(certificate: Certificate): certificate is Promised {
  return standing(certificate) !== 'none'
}

/**
 * What a conditional promise depends on; null for any other certificate.
 *
 * @example
 * ```ts
 * const random = substream(1, 'scores')
 * const nominal = Float64Array.from({ length: 3000 }, () => random.normal())
 * const mixture = Float64Array.from({ length: 3000 }, (_, i) => random.normal() + (i % 4 === 0 ? 5 : 0))
 * const terms = { alpha: 0.3, recall: 0.9, confidence: 0.95 }
 * conditionOf(certify({ nominal, mixture, ...terms })) // => null
 * conditionOf(certify({ nominal, mixture, ...terms, alphaSource: 'estimate' })) // => 'alpha <= 0.3: estimated, not proved'
 * ```
 */
export function conditionOf(certificate: Certificate): string | null {
  if (standing(certificate) !== 'conditional') return null
  return certificate.conditional ?? `alpha <= ${certificate.alpha}: estimated, not proved`
}
