import { expect } from '../errors.js'

/**
 * 1 where a score raises an alarm: score > tau, so that a score equal to the threshold does not.
 *
 * @example
 * ```ts
 * raiseAlarms(Float64Array.of(0.2, 0.9, 0.5), { tau: 0.5 }) // => Uint8Array(3) [ 0, 1, 0 ]
 * ```
 */
export function raiseAlarms(scores: Float64Array, certificate: { readonly tau: number }): Uint8Array {
  const { tau } = certificate
  const nothing = scores.findIndex(Number.isNaN)
  expect(nothing < 0, 'bad-scores', `score ${nothing + 1} is not a number`)
  return Uint8Array.from(scores, (score) => (score > tau ? 1 : 0))
}
