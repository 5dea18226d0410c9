import { createHash } from 'node:crypto'
import type { CarriedScores } from '@xenolith/core/internals'
import type { KeptScores } from '../store/operations/models.js'

/** Scores as they are kept and carried: JSON text and its SHA-256. */
export function keptScores(scores: CarriedScores): KeptScores {
  const body = JSON.stringify(scores)
  return { body, sha256: createHash('sha256').update(body).digest('hex') }
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
