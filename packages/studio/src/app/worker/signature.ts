import { splitSignature } from '@xenolith/core'
import type { SignatureFacts } from '@xenolith/pages/report'

/** What a model file says of its signature, checked by the browser. */
export async function signatureOf(bytes: Uint8Array): Promise<SignatureFacts> {
  const { signed, signature } = splitSignature(bytes)
  if (signature === null) return { state: 'unsigned' }
  const by = `ed25519:${Array.from(signature.publicKey, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return { state: (await matches(signed, signature)) ? 'signed' : 'mismatch', by }
}

async function matches(
  signed: Uint8Array,
  { publicKey, signature }: { readonly publicKey: Uint8Array; readonly signature: Uint8Array },
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey.slice(), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature.slice(), signed.slice())
  } catch {
    return false // the bytes are no key at all
  }
}
