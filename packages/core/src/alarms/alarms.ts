/** 1 where a score raises an alarm: score > tau, so that a score equal to the threshold does not. */
export function raiseAlarms(scores: Float64Array, certificate: { readonly tau: number }): Uint8Array {
  return Uint8Array.from(scores, (score) => (score > certificate.tau ? 1 : 0))
}
