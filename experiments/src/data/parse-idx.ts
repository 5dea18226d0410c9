import { XenolithError } from '@xenolith/core'

/** Bytes with their dimensions, as LeCun's idx files hold them. */
export interface Idx {
  readonly shape: readonly number[]
  readonly data: Uint8Array
}

const UNSIGNED_BYTE = 8

/** An idx file of unsigned bytes: two zeros, the type, the number of dimensions, each size as a big-endian word. */
export function parseIdx(bytes: Buffer, where: string): Idx {
  const rank = bytes[3]
  const head = 4 + 4 * rank
  if (bytes.length < head || bytes.readUInt16BE(0) !== 0 || bytes[2] !== UNSIGNED_BYTE || !(rank >= 1)) {
    throw new XenolithError('file-unreadable', `${where} is not an idx file of unsigned bytes`)
  }
  const shape = Array.from({ length: rank }, (_, k) => bytes.readUInt32BE(4 + 4 * k))
  const size = shape.reduce((product, length) => product * length, 1)
  if (bytes.length !== head + size) {
    throw new XenolithError('file-unreadable', `${where} holds ${bytes.length - head} bytes, expected ${size}`)
  }
  return { shape, data: bytes.subarray(head) }
}
