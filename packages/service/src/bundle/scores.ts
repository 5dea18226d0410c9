import { createHash } from 'node:crypto'
import type { CarriedScores } from '@xenolith/core/internals'
import type { KeptScores } from '../store/operations/models.js'

/** Scores as they are kept and carried: JSON text and its SHA-256. */
export function keptScores(scores: CarriedScores): KeptScores {
  const body = JSON.stringify(scores)
  return { body, sha256: createHash('sha256').update(body).digest('hex') }
}

/** SHA-256 of both samples, whatever the order of their rows: by it a second question about the same scores is known. */
export function digestOfSamples(nominal: ArrayLike<number>, mixture: ArrayLike<number>): string {
  const hash = createHash('sha256')
  for (const sample of [nominal, mixture]) {
    const sorted = Float64Array.from(sample).sort()
    hash.update(`${sorted.length} `).update(new Uint8Array(sorted.buffer))
  }
  return hash.digest('hex')
}

/** What was asked of scores, as the text by which it is known again. */
export function lookTerms(asked: { alpha: number; recall: number; confidence: number; method?: string }): string {
  const { alpha, recall, confidence, method = null } = asked
  // 1 - delta of a stored certificate and the confidence that was asked for may differ in the last digits.
  return JSON.stringify([alpha, recall, Number(confidence.toPrecision(12)), method])
}

/** Doubles as little-endian bytes in base64. */
export function toBase64(scores: readonly number[] | Float64Array): string {
  const bytes = Buffer.alloc(8 * scores.length)
  for (let i = 0; i < scores.length; i++) bytes.writeDoubleLE(scores[i], 8 * i)
  return bytes.toString('base64')
}

export function fromBase64(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64')
  return Float64Array.from({ length: bytes.length >> 3 }, (_, i) => bytes.readDoubleLE(8 * i))
}
