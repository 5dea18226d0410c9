import { expect } from 'vitest'

/*
 * Vitest compares typed arrays element by element, seconds for a model file. Those of one type and the same bytes are equal; all
 * others are left to it, and to its words about the difference.
 */
const KNOWN = Symbol.for('xenolith fast equality')
// Runs before every file, in a worker that keeps what it was told.
if (!(KNOWN in globalThis)) {
  Object.assign(globalThis, { [KNOWN]: true })
  expect.addEqualityTesters([sameBytes])
}

function sameBytes(a: unknown, b: unknown): true | undefined {
  if (!isTypedArray(a) || !isTypedArray(b) || a.constructor !== b.constructor) return undefined
  return bytesOf(a).equals(bytesOf(b)) ? true : undefined
}

function isTypedArray(value: unknown): value is NodeJS.TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
