/** Whether the bytes are UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(data: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    const lead = data[i++]
    if (lead < 0x80) continue
    const more = lead < 0xc2 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : -1
    if (more < 0 || i + more > end) return false
    const second = data[i]
    if (lead === 0xe0 && second < 0xa0) return false
    if (lead === 0xed && second > 0x9f) return false
    if (lead === 0xf0 && second < 0x90) return false
    if (lead === 0xf4 && second > 0x8f) return false
    for (const stop = i + more; i < stop; i++) if ((data[i] & 0xc0) !== 0x80) return false
  }
  return true
}
