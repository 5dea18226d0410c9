const BACKSLASH = 92
const SHORT: Readonly<Record<number, number>> = { 34: 34, 92: 92, 47: 47, 98: 8, 102: 12, 110: 10, 114: 13, 116: 9 }

/** The bytes of a JSON text without its escapes; undefined if one is not valid, half a surrogate pair among them. */
export function jsonString(data: Uint8Array, start: number, end: number): Uint8Array | undefined {
  // An escape is never shorter than what it stands for.
  const to = new Uint8Array(end - start)
  let length = 0
  for (let at = start; at < end; at++) {
    if (data[at] !== BACKSLASH) {
      to[length++] = data[at]
      continue
    }
    const letter = data[++at]
    if (letter !== 117) {
      if (SHORT[letter] === undefined) return undefined
      to[length++] = SHORT[letter]
      continue
    }
    let point = hex4(data, at + 1, end)
    at += 4
    if (point >= 0xd800 && point < 0xdc00) {
      const low = data[at + 1] === BACKSLASH && data[at + 2] === 117 ? hex4(data, at + 3, end) : -1
      if (low < 0xdc00 || low > 0xdfff) return undefined
      point = 0x10000 + ((point - 0xd800) << 10) + low - 0xdc00
      at += 6
    }
    if (point < 0 || (point >= 0xdc00 && point <= 0xdfff)) return undefined
    length = encode(point, to, length)
  }
  return to.subarray(0, length)
}

function hex4(data: Uint8Array, start: number, end: number): number {
  if (start + 4 > end) return -1
  let value = 0
  for (let at = start; at < start + 4; at++) {
    const digit = Number.parseInt(String.fromCharCode(data[at]), 16)
    if (Number.isNaN(digit)) return -1
    value = value * 16 + digit
  }
  return value
}

function encode(point: number, to: Uint8Array, length: number): number {
  if (point < 0x80) to[length++] = point
  else if (point < 0x800) {
    to[length++] = 0xc0 | (point >> 6)
    to[length++] = 0x80 | (point & 63)
  } else {
    if (point < 0x10000) to[length++] = 0xe0 | (point >> 12)
    else {
      to[length++] = 0xf0 | (point >> 18)
      to[length++] = 0x80 | ((point >> 12) & 63)
    }
    to[length++] = 0x80 | ((point >> 6) & 63)
    to[length++] = 0x80 | (point & 63)
  }
  return length
}
