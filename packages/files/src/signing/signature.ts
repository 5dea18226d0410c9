import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { splitSignature, withSignature } from '@xenolith/core'
import { keyName, rawPublicKey } from './keys.js'

/**
 * What a file says of its signature. `signed`: the holder of the key signed these very bytes; whose key that is, the
 * file cannot say. `mismatch`: it was changed after it was signed, or never was.
 */
export type SignatureState =
  | { readonly state: 'unsigned' }
  | { readonly state: 'signed' | 'mismatch'; readonly by: string }

/** The bytes of a model file, signed; a signature that it had before is replaced. */
export function signModel(bytes: Uint8Array, privateKey: KeyObject): Uint8Array {
  const { signed } = splitSignature(bytes)
  const signature = new Uint8Array(sign(null, signed, privateKey))
  return withSignature(signed, { publicKey: rawPublicKey(privateKey), signature })
}

export function signatureOf(bytes: Uint8Array): SignatureState {
  const { signed, signature } = splitSignature(bytes)
  if (signature === null) return { state: 'unsigned' }
  const by = keyName(signature.publicKey)
  return { state: matches(signed, signature.publicKey, signature.signature) ? 'signed' : 'mismatch', by }
}

function matches(signed: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  try {
    const x = Buffer.from(publicKey).toString('base64url')
    return verify(null, signed, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  } catch {
    return false // the bytes are no key at all
  }
}
