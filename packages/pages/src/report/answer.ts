import { type Certificate, certificateJson, type Evidence } from '@xenolith/core'
import { priceOf } from './price.js'

/** A certificate as a machine reads it: its own fields, the confidence beside delta, and the price of the promise. */
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
