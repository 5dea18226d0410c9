import { crc32 } from './crc32.js'

/**
 * A signed file is the file, whole and unchanged, with a block of 112 bytes after it: "XENOSIGN", the block's version and
 * the algorithm (32 bits each, little endian; 1 and 1, Ed25519), the public key (32 bytes) and the signature (64 bytes)
 * of all bytes before the block. Core knows where a signature stands; making and checking one needs a cryptographic
 * library, which is not part of it.
 */
export interface Signature {
  /** The raw Ed25519 public key. */
  readonly publicKey: Uint8Array
  readonly signature: Uint8Array
}

const MAGIC = 'XENOSIGN'
const KEY_AT = 16
const SIGNATURE_AT = 48
const BLOCK_BYTES = 112
const BLOCK_VERSION = 1
const ED25519 = 1

/**
 * The bytes that a signature covers, and the signature, if there is one. It is not checked here.
 *
 * @example
 * ```ts
 * splitSignature(new Uint8Array(200)).signature // => null
 * ```
 */
export function splitSignature(bytes: Uint8Array): { signed: Uint8Array; signature: Signature | null } {
  const end = bytes.length - BLOCK_BYTES
  if (end < 4 || !isBlock(bytes, end)) return { signed: bytes, signature: null }
  const block = bytes.slice(end)
  const signature = { publicKey: block.slice(KEY_AT, SIGNATURE_AT), signature: block.slice(SIGNATURE_AT) }
  return { signed: bytes.subarray(0, end), signature }
}

/**
 * The file with its signature, in place of any it has.
 *
 * @example
 * ```ts
 * const signed = withSignature(new Uint8Array(8), { publicKey: new Uint8Array(32), signature: new Uint8Array(64) })
 * signed.length // => 120
 * ```
 */
export function withSignature(bytes: Uint8Array, { publicKey, signature }: Signature): Uint8Array {
  const { signed } = splitSignature(bytes)
  const whole = new Uint8Array(signed.length + BLOCK_BYTES)
  whole.set(signed)
  const block = whole.subarray(signed.length)
  for (let i = 0; i < MAGIC.length; i++) block[i] = MAGIC.charCodeAt(i)
  const view = new DataView(whole.buffer, signed.length)
  view.setUint32(8, BLOCK_VERSION, true)
  view.setUint32(12, ED25519, true)
  block.set(publicKey, KEY_AT)
  block.set(signature, SIGNATURE_AT)
  return whole
}

/** Whether a block starts here: what stands before it must be a whole file, so that no model can end in one by chance. */
function isBlock(bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < MAGIC.length; i++) if (bytes[at + i] !== MAGIC.charCodeAt(i)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(at + 8, true) !== BLOCK_VERSION || view.getUint32(at + 12, true) !== ED25519) return false
  return view.getUint32(at - 4, true) === crc32(bytes.subarray(0, at - 4))
}
