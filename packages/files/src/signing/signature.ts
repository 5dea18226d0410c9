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

/**
 * The bytes of a model file, signed; a signature that it had before is replaced.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 *
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const samples = prepare(nominal, mixture)
 * const certificate = certify({ samples, alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const evidence = gatherEvidence({ samples, alpha: 0.55, delta: 0.2, decision: certificate })
 * const { model } = fit(numericTable([[0], [1], [2], [3]]), { trees: 10 })
 * const record = { version: '1.0.0', seed: 1, id: null, data: [], alternatives: [] }
 * const bytes = encodeModelFile({ model, certificate, evidence, ...record })
 * const signed = signModel(bytes, generateKeyPairSync('ed25519').privateKey)
 * signatureOf(signed).state // => 'signed'
 * signed[signed.length - 1] ^= 1
 * signatureOf(signed).state // => 'mismatch'
 * ```
 */
export function signModel(bytes: Uint8Array, privateKey: KeyObject): Uint8Array {
  const { signed } = splitSignature(bytes)
  const signature = new Uint8Array(sign(null, signed, privateKey))
  return withSignature(signed, { publicKey: rawPublicKey(privateKey), signature })
}

/**
 * Whether the bytes of a model file are signed, by which key, and whether they are still what was signed.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const samples = prepare(nominal, mixture)
 * const certificate = certify({ samples, alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const evidence = gatherEvidence({ samples, alpha: 0.55, delta: 0.2, decision: certificate })
 * const { model } = fit(numericTable([[0], [1], [2], [3]]), { trees: 10 })
 * const record = { version: '1.0.0', seed: 1, id: null, data: [], alternatives: [] }
 * const bytes = encodeModelFile({ model, certificate, evidence, ...record })
 * signatureOf(bytes) // => { state: 'unsigned' }
 * ```
 */
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
