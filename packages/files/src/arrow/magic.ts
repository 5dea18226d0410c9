/** What an Arrow file begins with: its name and two zeros. */
export const FILE_MAGIC: Uint8Array = Uint8Array.of(0x41, 0x52, 0x52, 0x4f, 0x57, 0x31, 0, 0)

export function isArrowFile(bytes: Uint8Array): boolean {
  return FILE_MAGIC.subarray(0, 6).every((byte, i) => bytes[i] === byte)
}

/** A stream begins with the mark that stands before every message. */
export function isArrowStream(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && bytes.subarray(0, 4).every((byte) => byte === 0xff)
}
