export const TAB = 9
export const LF = 10
export const CR = 13
export const SPACE = 32
export const QUOTE = 34
export const PLUS = 43
export const COMMA = 44
export const MINUS = 45
export const POINT = 46
export const ZERO = 48
export const NINE = 57

/** Space, tab, line breaks, vertical tab and form feed: what is trimmed from numbers, dates and words for a missing value. */
export function isBlank(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CR)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes of UTF-8 as text. */
export function textOf(data: Uint8Array, start: number, end: number): string {
  if (end - start > 24) return decoder.decode(data.subarray(start, end))
  let text = ''
  for (let i = start; i < end; i++) {
    if (data[i] >= 0x80) return decoder.decode(data.subarray(start, end))
    text += String.fromCharCode(data[i])
  }
  return text
}
