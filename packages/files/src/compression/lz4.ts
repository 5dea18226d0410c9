const MAGIC = 0x184d2204

/** Unpacks a frame of LZ4 into exactly `length` bytes; undefined when it is damaged. Checksums are passed over. */
export function unlz4(data: Uint8Array, length: number): Uint8Array | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < 7 || view.getUint32(0, true) !== MAGIC) return undefined
  const flags = data[4]
  if (flags >> 6 !== 1) return undefined
  const blockChecksum = (flags & 0x10) !== 0 ? 4 : 0
  let at = 7 + ((flags & 8) !== 0 ? 8 : 0) + ((flags & 1) !== 0 ? 4 : 0)
  const out = new Uint8Array(length)
  let filled = 0
  while (at + 4 <= data.length) {
    const size = view.getUint32(at, true)
    at += 4
    if (size === 0) return filled === length ? out : undefined
    const bytes = size & 0x7fffffff
    if (at + bytes > data.length) return undefined
    const block = data.subarray(at, at + bytes)
    if (size >>> 31 === 1) {
      if (filled + bytes > length) return undefined
      out.set(block, filled)
      filled += bytes
    } else {
      filled = unpackBlock(block, out, filled)
      if (filled < 0) return undefined
    }
    at += bytes + blockChecksum
  }
  return undefined
}

/** Where the output ends after the block; -1 when the block is damaged. Matches may reach back into earlier blocks. */
function unpackBlock(block: Uint8Array, out: Uint8Array, filled: number): number {
  let at = 0
  const more = (length: number): number => {
    if (length < 15) return length
    for (;;) {
      const byte = block[at++]
      if (byte === undefined) return -1
      length += byte
      if (byte < 255) return length
    }
  }
  while (at < block.length) {
    const token = block[at++]
    const literals = more(token >> 4)
    if (literals < 0 || at + literals > block.length || filled + literals > out.length) return -1
    out.set(block.subarray(at, at + literals), filled)
    at += literals
    filled += literals
    if (at === block.length) return filled
    const offset = block[at] | (block[at + 1] << 8)
    at += 2
    const rest = more(token & 15)
    const match = rest + 4
    if (rest < 0 || at > block.length || offset === 0 || offset > filled || filled + match > out.length) return -1
    // Byte by byte: a match may overlap what it writes.
    for (let end = filled + match; filled < end; filled++) out[filled] = out[filled - offset]
  }
  return filled
}
