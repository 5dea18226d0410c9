import { type Certificate, certificateJson, type Evidence } from '@xenolith/core'
import { priceOf } from './price.js'

/**
 * A certificate as a machine reads it: its own fields, the confidence beside delta, and the price of the promise.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const { certified, confidence } = certificateAnswer(certificate)
 * certified // => true
 * confidence // => 0.8
 * ```
 */
export function certificateAnswer(certificate: Certificate, evidence?: Evidence): Record<string, unknown> {
  const price = priceOf(certificate, evidence)
  return {
    ...certificateJson(certificate),
    confidence: confidenceOf(certificate),
    ...(price === null ? {} : { price }),
  }
}

/** 1 - delta, without the dust of binary fractions. */
export function confidenceOf({ delta }: Pick<Certificate, 'delta'>): number | null {
  return delta === null ? null : Number((1 - delta).toPrecision(12))
}
