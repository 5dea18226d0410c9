/** What became of a file's signature: `by` is the key that it claims. */
export interface SignatureFacts {
  readonly state: 'unsigned' | 'signed' | 'mismatch'
  readonly by?: string
}

/**
 * Who signed a model, in words. A signature names a key; whose key it is, the reader must know.
 *
 * @example
 * ```ts
 * signatureWords({ state: 'unsigned' }) // => 'not signed'
 * signatureWords({ state: 'signed', by: 'ed25519:ab12' }) // => 'signed by ed25519:ab12'
 * ```
 */
export function signatureWords({ state, by }: SignatureFacts): string {
  if (state === 'unsigned') return 'not signed'
  return state === 'signed' ? `signed by ${by}` : `signature does not match (it claims ${by}): the file was changed`
}
