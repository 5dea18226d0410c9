const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** The CRC-32 of gzip, of bytes that follow others of which it is `crc`. */
export function crc32(data: Uint8Array, start: number, end: number, crc = 0): number {
  let value = ~crc
  for (let i = start; i < end; i++) value = (value >>> 8) ^ TABLE[(value ^ data[i]) & 255]
  return ~value >>> 0
}
